// Goofspiel with thirteen cards: all players at once are active, and bids are opened when the last one is in.

const CARDS = 13;
const all = () => Array.from({ length: CARDS }, (_, i) => i + 1);

const game = {
  setup: ({ ctx, random }) => ({
    prizes: random.Shuffle(all()),
    hands: Array.from({ length: ctx.numPlayers }, all),
    bids: Array(ctx.numPlayers).fill(0),
    points: Array(ctx.numPlayers).fill(0),
  }),
  turn: { activePlayers: { all: null } },
  moves: {
    bid: ({ G, playerID }, place) => {
      const seat = Number(playerID);
      if (G.bids[seat] !== 0) return 'INVALID_MOVE';
      G.bids[seat] = G.hands[seat].splice(place, 1)[0];
      if (G.bids.includes(0)) return;
      const best = Math.max(...G.bids);
      const prize = G.prizes.pop();
      if (G.bids.indexOf(best) === G.bids.lastIndexOf(best)) G.points[G.bids.indexOf(best)] += prize;
      G.bids.fill(0);
    },
  },
  endIf: ({ G }) => {
    if (G.prizes.length === 0) return { points: G.points };
  },
};

// Who is asked, and what they may answer.
const asked = ({ G }) => {
  const seat = G.bids.indexOf(0);
  const options = [];
  for (let i = 0; i < G.hands[seat].length; i++) options.push(i);
  return { player: String(seat), move: 'bid', options };
};

module.exports = { game, asked };
