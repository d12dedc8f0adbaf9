// node measure.js GAME PLAYERS GAMES ROUNDS: random games in boardgame.io, as one line of JSON.
//
// Two ways: its client without a network, which is what its documentation shows, and its reducer alone, which is all that
// a program needs that only plays. Undo is off in both. Time of the processor; the best round counts.

const [name, players, games, rounds] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { Client } = require('boardgame.io/client');
const { game, asked } = require(`./${name}.js`);

// A random player: xorshift with 32 bits, which costs next to nothing.
const randomPlayer = (seed) => {
  let state = (seed * 2654435761 + 88172645) | 0 || 1;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) * count) / 4294967296 | 0;
  };
};

const reducer = CreateGameReducer({ game: { ...game, disableUndo: true } });
const withReducer = (seed) => {
  let state = InitializeGame({ game: { ...game, seed, disableUndo: true }, numPlayers: players });
  return play(seed, () => state, (player, move, place) => {
    state = reducer(state, { type: 'MAKE_MOVE', payload: { type: move, args: [place], playerID: player } });
  });
};

const withClient = (seed) => {
  const client = Client({ game: { ...game, seed, disableUndo: true }, numPlayers: players, debug: false });
  return play(seed, () => client.store.getState(), (player, move, place) => {
    client.updatePlayerID(player);
    client.moves[move](place);
  });
};

const play = (seed, look, act) => {
  const choose = randomPlayer(seed);
  let decisions = 0;
  for (let state = look(); state.ctx.gameover === undefined; state = look()) {
    const { player, move, options } = asked(state);
    act(player, move, options[choose(options.length)]);
    decisions += 1;
  }
  return decisions;
};

const measured = (way) => {
  let best = Infinity;
  let decisions = 0;
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage();
    decisions = 0;
    for (let seed = 1; seed <= games; seed++) decisions += way(seed);
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1e6);
  }
  return { games_per_s: games / best, decisions_per_game: decisions / games };
};

const version = require('boardgame.io/package.json').version;
const found = { client: measured(withClient), reducer: measured(withReducer) };
console.log(JSON.stringify({ version, node: process.version, ...found }));
