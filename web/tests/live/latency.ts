/**
 * How long a move takes from a player's hand to the opponent's screen, with other games beside.
 *
 * usage: npm run latency [-- MOVES GAMES]      KOMADAI_SERVER as in club.ts; its first word also makes the load
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { square, moves } from '../browser/page';
import { meetOn, openClub } from './club';

const count = Number(process.argv[2] ?? 120);
const games = Number(process.argv[3] ?? 200);
if (!process.env.KOMADAI_SERVER) throw new Error('KOMADAI_SERVER is not set');

type Instants = Partial<Record<'pressed' | 'sent' | 'told' | 'drawn' | 'painted', number>>;
declare global {
  var seen: Instants;
}

/** Notes when a move was made, sent, told and seen. Runs before the page's own scripts. */
function watch(): void {
  const seen: Instants = (globalThis.seen = {});
  const note = (what: keyof Instants): number =>
    (seen[what] ??= performance.timeOrigin + performance.now());
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (typeof text === 'string' && text.includes('"play"')) {
      seen.pressed = hand;
      note('sent');
    }
    return send.call(this, text);
  };
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (kind: string, listener: unknown) {
    const heard = (event: Event): void => {
      if (event instanceof MessageEvent && event.data.includes('"moved"')) note('told');
      (listener as (event: Event) => void)(event);
    };
    return listen.call(this, kind, heard);
  };
  // The button's going down or up, whichever makes the move.
  let hand = 0;
  for (const kind of ['mousedown', 'mouseup'])
    addEventListener(kind, () => (hand = performance.timeOrigin + performance.now()), true);
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => {
      note('drawn');
      requestAnimationFrame(() => note('painted'));
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-label'] }),
  );
}
const forget = (): void => {
  for (const what of Object.keys(seen)) delete seen[what as keyof Instants];
};

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;

const club = await openClub();
let load: ChildProcess | undefined;
try {
  const game = await meetOn(club, { clock: '60m' });
  for (const { page, context } of game.people) {
    await context.addInitScript(watch);
    await page.reload();
    await page.locator('.plate.turn').waitFor();
  }
  if (games > 0) {
    const words = [
      'load',
      '--server',
      club.server?.listen ?? '',
      '--games',
      String(games),
      '--seconds',
      '600',
    ];
    load = spawn(process.env.KOMADAI_SERVER.split(' ')[0] ?? '', words, { stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 8000));
  }
  const ROUND: [string, string][] = [
    ['2h', '3h'],
    ['8b', '7b'],
    ['3h', '2h'],
    ['7b', '8b'],
    ['4i', '4h'],
    ['6a', '6b'],
    ['4h', '4i'],
    ['6b', '6a'],
  ];
  // No position comes four times: pawns go on now and then.
  const steps: [string, string][] = [
    ['9g', '9f'],
    ['1c', '1d'],
    ['1g', '1f'],
    ['9c', '9d'],
    ['3g', '3f'],
    ['7c', '7d'],
    ['5g', '5f'],
    ['5c', '5d'],
    ['6g', '6f'],
    ['4c', '4d'],
    ['9f', '9e'],
    ['9d', '9e'],
    ['1f', '1e'],
    ['1d', '1e'],
    ['7g', '7f'],
    ['3c', '3d'],
    ['4g', '4f'],
    ['6c', '6d'],
    ['8g', '8f'],
    ['2c', '2d'],
    ['8f', '8e'],
    ['2d', '2e'],
    ['4f', '4e'],
    ['6d', '6e'],
  ];
  const line: [string, string][] = [];
  while (line.length < count) line.push(...ROUND, ...steps.splice(0, 2));
  const times = {
    'hand to line': [] as number[],
    'line to line': [] as number[],
    'line to board': [] as number[],
    'hand to board': [] as number[],
    'hand to screen': [] as number[],
  };
  for (const [index, [from, to]] of line.slice(0, count).entries()) {
    const [mover, other] = index % 2 ? [game.white, game.black] : [game.black, game.white];
    const [start, end] = [await square(mover, from), await square(mover, to)];
    await mover.mouse.click(start.x, start.y);
    await mover.mouse.move(end.x, end.y);
    await mover.waitForTimeout(100);
    for (const page of [mover, other]) await page.evaluate(forget);
    await mover.mouse.click(end.x, end.y);
    await moves(other, index + 1);
    const { pressed = NaN, sent = NaN } = await mover.evaluate(() => seen);
    const { told = NaN, drawn = NaN, painted = NaN } = await other.evaluate(() => seen);
    times['hand to line'].push(sent - pressed);
    times['line to line'].push(told - sent);
    times['line to board'].push(drawn - told);
    times['hand to board'].push(drawn - pressed);
    times['hand to screen'].push(painted - pressed);
    await moves(mover, index + 1);
  }
  console.log(`${count} moves beside ${games} games, in milliseconds`);
  for (const [name, list] of Object.entries(times)) {
    const sorted = [...list].sort((a, b) => a - b);
    const [half, most, nearly, all] = [0.5, 0.9, 0.99, 1].map((share) =>
      at(sorted, share).toFixed(1),
    );
    console.log(`${name}: p50 ${half}, p90 ${most}, p99 ${nearly}, worst ${all}`);
  }
  if (game.faults().length > 0) throw new Error(game.faults().join('; '));
  await game.close();
} finally {
  load?.kill();
  await club.close();
}
