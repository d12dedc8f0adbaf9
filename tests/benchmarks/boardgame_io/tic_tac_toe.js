// Tic-tac-toe as the tutorial of boardgame.io writes it.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const isVictory = (cells) =>
  LINES.some((line) => cells[line[0]] !== null && line.every((i) => cells[i] === cells[line[0]]));

const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return 'INVALID_MOVE';
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (isVictory(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

// Who is asked, and what they may answer.
const asked = ({ G, ctx }) => {
  const free = [];
  for (let i = 0; i < 9; i++) if (G.cells[i] === null) free.push(i);
  return { player: ctx.currentPlayer, move: 'clickCell', options: free };
};

module.exports = { game, asked };
