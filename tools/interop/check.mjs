// Reads what Komadai wrote with tsshogi and json-kifu-format, and compares with what it should be.
//
// node check.mjs FOLDER

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tsshogi from 'tsshogi';
import jkf from 'json-kifu-format';

const LETTERS = { FU: 'P', KY: 'L', KE: 'N', GI: 'S', KI: 'G', KA: 'B', HI: 'R' };

const square = ({ x, y }) => `${x}${'abcdefghi'[y - 1]}`;

/** Lines without blanks at their ends, without empty ones and bookmarks: libraries differ in these. */
const tidy = (comment) =>
  comment
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('&'))
    .join('\n');

/** json-kifu-format keeps the mark of CSA's comments (`'*`) as a part of the text. */
const unmarked = (comments, format) =>
  comments.map((line) => (format === 'csa' ? line.replace(/^\*/, '') : line)).join('\n');

const sorted = (nodes) => nodes.map((node) => JSON.stringify(node)).sort();

const tsshogiReaders = {
  kif: tsshogi.importKIF,
  ki2: tsshogi.importKI2,
  csa: tsshogi.importCSA,
  jkf: tsshogi.importJKFString,
  usi: (text) => tsshogi.Record.newByUSI(text.trim()),
};

function readWithTsshogi(text, format) {
  const record = tsshogiReaders[format](text);
  if (record instanceof Error) throw record;
  const nodes = [];
  record.forEach((node) => {
    if (node.move instanceof tsshogi.Move) nodes.push([node.ply, node.move.usi, tidy(node.comment)]);
  });
  const moves = record.moves.filter((node) => node.move instanceof tsshogi.Move);
  record.goto(moves.length);
  return {
    start: record.initialPosition.getSFEN(1),
    moves: moves.map((node) => node.move.usi),
    final: record.position.getSFEN(moves.length + 1),
    nodes,
  };
}

const jkfReaders = {
  kif: jkf.JKFPlayer.parseKIF,
  ki2: jkf.JKFPlayer.parseKI2,
  csa: jkf.JKFPlayer.parseCSA,
  jkf: jkf.JKFPlayer.parseJKF,
};

const jkfMove = ({ from, to, piece, promote }) =>
  from ? square(from) + square(to) + (promote ? '+' : '') : `${LETTERS[piece]}*${square(to)}`;

function readWithJkf(text, format) {
  const player = jkfReaders[format](text);
  const nodes = [];
  const visit = (line, ply) => {
    line.forEach((node, i) => {
      if (node.move) nodes.push([ply + i, jkfMove(node.move), tidy(unmarked(node.comments ?? [], format))]);
      (node.forks ?? []).forEach((fork) => visit(fork, ply + i));
    });
  };
  visit(player.kifu.moves, 0);
  const start = player.shogi.toSFENString(1);
  const moves = player.kifu.moves.filter((node) => node.move);
  player.goto(moves.length);
  return {
    start,
    moves: moves.map((node) => jkfMove(node.move)),
    final: player.shogi.toSFENString(moves.length + 1),
    nodes,
  };
}

function difference(expected, found) {
  for (const key of ['start', 'moves', 'final']) {
    const [ours, theirs] = [expected[key], found[key]].map((value) => String(value));
    if (ours !== theirs) return `${key}: written ${ours}, read ${theirs}`;
  }
  const ours = sorted(expected.nodes.map(([ply, usi, comment]) => [ply, usi, tidy(comment)]));
  const theirs = sorted(found.nodes);
  const missing = ours.find((node, i) => node !== theirs[i]);
  if (missing !== undefined || ours.length !== theirs.length) {
    return `nodes: written ${ours.length}, read ${theirs.length}, first ${missing}`;
  }
  return undefined;
}

const folder = process.argv[2];
const known = JSON.parse(readFileSync(new URL('known.json', import.meta.url), 'utf8'));
const expectations = JSON.parse(readFileSync(join(folder, 'expectations.json'), 'utf8'));
const libraries = { tsshogi: [readWithTsshogi, tsshogiReaders], 'json-kifu-format': [readWithJkf, jkfReaders] };
let failed = 0;
for (const [name, [reader, readers]] of Object.entries(libraries)) {
  const counts = {};
  for (const expected of expectations) {
    if (!(expected.format in readers)) continue;
    const text = readFileSync(join(folder, expected.file), 'utf8');
    let found;
    try {
      found = difference(expected, reader(text, expected.format));
    } catch (error) {
      found = String(error.message ?? error).slice(0, 300);
    }
    const count = (counts[expected.format] ??= { same: 0, known: 0, other: 0 });
    const reason = found && known.find((fault) => fault.library === name && found.includes(fault.says));
    if (!found) count.same += 1;
    else if (reason) count.known += 1;
    else {
      count.other += 1;
      failed += 1;
      console.log(`${name} ${expected.file}: ${found}`);
    }
  }
  for (const [format, { same, known: faults, other }] of Object.entries(counts)) {
    console.log(`${name} ${format}: ${same} alike, ${faults} known faults of the library, ${other} different`);
  }
}
process.exit(failed === 0 ? 0 : 1);
