/**
 * How long a move takes from a player's hand to the opponent's screen, with other games beside.
 *
 * usage: npm run latency [-- MOVES GAMES]      KOMADAI_SERVER as in house.mjs; its first word also makes the load
 */
import { spawn } from 'node:child_process';
import { square, moves } from '../browser/page.mjs';
import { meetOn, openClub } from './house.mjs';

const count = Number(process.argv[2] ?? 120);
const games = Number(process.argv[3] ?? 200);
if (!process.env.KOMADAI_SERVER) throw new Error('KOMADAI_SERVER is not set');

/** Notes when a square of the board gets a piece: the first frame after that shows it. */
const watch = (page) =>
  page.evaluate(() => {
    const seen = (globalThis.seen = { told: [], drawn: [], painted: [] });
    const now = () => performance.timeOrigin + performance.now();
    let sfen = '';
    const cells = document.querySelector('.cells');
    new MutationObserver(() => {
      const text = [...document.querySelectorAll('[data-key]')].map((cell) => cell.getAttribute('aria-label')).join();
      if (text === sfen) return;
      sfen = text;
      seen.drawn.push(now());
      requestAnimationFrame(() => seen.painted.push(now()));
    }).observe(cells, { subtree: true, attributes: true, attributeFilter: ['aria-label'] });
    addEventListener('mousedown', () => (seen.pressed = now()), true);
  });

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];

const club = await openClub();
let load;
try {
  const game = await meetOn(club, { clock: '60m' });
  for (const page of [game.black, game.white]) await watch(page);
  if (games > 0) {
    const words = ['load', '--server', club.house.listen, '--games', String(games), '--seconds', '600'];
    load = spawn(process.env.KOMADAI_SERVER.split(' ')[0], words, { stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 8000));
  }
  const round = [['2h', '3h'], ['8b', '7b'], ['3h', '2h'], ['7b', '8b'], ['4i', '5h'], ['6a', '5b'], ['5h', '4i'], ['5b', '6a'], ['9g', '9f'], ['1c', '1d']];
  const line = [];
  // No position comes four times: pawns go on now and then.
  const steps = [['9g', '9f'], ['1c', '1d'], ['1g', '1f'], ['9c', '9d'], ['3g', '3f'], ['7c', '7d'], ['5g', '5f'], ['5c', '5d'], ['4g', '4f'], ['6c', '6d'], ['6g', '6f'], ['4c', '4d'], ['7g', '7f'], ['3c', '3d']];
  while (line.length < count) line.push(...round.slice(0, 8), ...steps.splice(0, 2));
  const drawn = [];
  const painted = [];
  for (const [index, [from, to]] of line.slice(0, count).entries()) {
    const [mover, other] = index % 2 ? [game.white, game.black] : [game.black, game.white];
    const [start, end] = [await square(mover, from), await square(mover, to)];
    await mover.mouse.click(start.x, start.y);
    await mover.mouse.move(end.x, end.y);
    await mover.waitForTimeout(100);
    await other.evaluate(() => {
      globalThis.seen.drawn.length = 0;
      globalThis.seen.painted.length = 0;
    });
    await mover.mouse.click(end.x, end.y);
    await moves(other, index + 1);
    const pressed = await mover.evaluate(() => globalThis.seen.pressed);
    const seen = await other.evaluate(() => globalThis.seen);
    drawn.push(seen.drawn[0] - pressed);
    painted.push(seen.painted[0] - pressed);
    await moves(mover, index + 1);
  }
  for (const [name, list] of Object.entries({ 'on the board': drawn, 'on the screen': painted })) {
    const sorted = list.toSorted((a, b) => a - b);
    const [half, most, nearly, all] = [0.5, 0.9, 0.99, 1].map((share) => at(sorted, share).toFixed(1));
    console.log(`${name}: ${list.length} moves beside ${games} games: p50 ${half} ms, p90 ${most} ms, p99 ${nearly} ms, worst ${all} ms`);
  }
  if (game.faults().length > 0) throw new Error(game.faults().join('; '));
  await game.close();
} finally {
  load?.kill();
  await club.close();
}
