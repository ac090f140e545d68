/** How games over the server end, and by which rules. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { click, lastMove, moves, open, pieceAt, square, type } from '../browser/page';
import { ask, meetOn, openClub, resign, type Club, type Meeting } from './club';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club?.close());

const over = (page: Page): Promise<void> => page.getByText('The game is over').waitFor();
const outcome = (page: Page): Promise<string> => page.locator('.outcome').innerText();

/** Plays a line of moves by typing, each in its player's own browser. */
/** Plays moves, of which so many were made before. */
async function playAll(game: Meeting, line: string[], before = 0): Promise<void> {
  for (const [index, move] of line.entries()) {
    const ply = before + index;
    await type(ply % 2 ? game.white : game.black, move);
    for (const page of [game.black, game.white]) await moves(page, ply + 1);
  }
}

/** Waits until a side has used some of its ten minutes. */
const hasThought = async (page: Page, side: string): Promise<void> => {
  await page.waitForFunction(
    (name) =>
      !document.querySelector(`[data-side="${name}"] .time`)?.textContent?.trim().startsWith('10:'),
    side,
  );
};

test('a flag falls by itself, and both see it', async () => {
  // The clock of Black runs while his page is loaded.
  const game = await meetOn(club, { clock: 'B:5m W:4s' });
  await click(game.black, '7g', '7f');
  await moves(game.white, 1);
  await game.white.locator('[data-side="white"] .clock.running').waitFor();
  for (const page of [game.black, game.white]) {
    await over(page);
    assert.match(await outcome(page), /Black wins[\s\S]*time/);
    assert.match(await page.locator('[data-side="white"] .time').innerText(), /0:00/);
  }
  assert.deepEqual(game.faults(), []);
  await game.close();
});

const ENTERED = '1K1+R1+R3/+P+P+P+P+P+P+P2/2+B6/9/9/9/9/4k4/9 b B2G4S4N4L11P2g 1';

test('a right declaration wins, after a warning of what a wrong one costs', async () => {
  const game = await meetOn(club, { sfen: ENTERED });
  const panel = game.white.getByRole('region', { name: 'Impasse' });
  await panel.waitFor();
  assert.match(await panel.innerText(), /king entered[\s\S]*10\/10 pieces/);
  await game.black.getByRole('button', { name: 'Declare' }).click();
  const dialog = game.black.getByRole('dialog');
  await dialog.getByText('A wrong declaration loses the game.').waitFor();
  await dialog.getByRole('button', { name: 'Declare' }).click();
  for (const page of [game.black, game.white]) {
    await over(page);
    assert.match(await outcome(page), /Black wins/);
  }
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('a wrong declaration loses; under the laws of FESA nothing on the screen tells', async () => {
  const game = await meetOn(club, { rules: { preset: 'fesa' } });
  assert.equal(await game.black.getByRole('region', { name: 'Impasse' }).count(), 0);
  assert.equal(await game.black.locator('sq.dest').count(), 0);
  await game.black.getByRole('button', { name: 'Declare' }).click();
  await game.black.getByRole('dialog').getByRole('button', { name: 'Declare' }).click();
  for (const page of [game.black, game.white]) {
    await over(page);
    assert.match(await outcome(page), /White wins/);
  }
  assert.deepEqual(game.faults(), []);
  await game.close();
});

const seconds = async (page: Page, side: string): Promise<number> => {
  const [minutes, rest] = (await page.locator(`[data-side="${side}"] .time`).innerText()).split(
    ':',
  );
  return Number(minutes) * 60 + Number(rest);
};

test('a fourfold repetition under the laws of FESA is claimed, and both are led to the replay', async () => {
  const game = await meetOn(club, { rules: { preset: 'fesa' }, clock: '10m+30s' });
  const round = ['2h3h', '8b7b', '3h2h', '7b8b'];
  await hasThought(game.black, 'black');
  await playAll(game, round.slice(0, 1));
  await hasThought(game.black, 'white');
  await playAll(game, [...round.slice(1), ...round, ...round], 1);
  for (const page of [game.black, game.white])
    assert.doesNotMatch(await page.locator('.area-side').innerText(), /third|fourth|repe/i);
  await game.black.getByRole('button', { name: 'Claim', exact: true }).click();
  await game.black
    .getByRole('dialog')
    .getByRole('button', { name: 'Fourfold repetition', exact: true })
    .click();
  const left = { black: 0, white: 0 };
  for (const page of [game.black, game.white]) {
    await over(page);
    assert.match(await outcome(page), /draw/i);
    await page.getByText('Draws are replayed').waitFor();
  }
  for (const side of ['black', 'white'] as const) left[side] = await seconds(game.black, side);
  for (const page of [game.black, game.white])
    await page.waitForURL((url) => url.href !== game.address);
  assert.equal(game.black.url(), game.white.url());
  for (const page of [game.black, game.white])
    await page.locator('[data-side="black"].turn').waitFor();
  // Colours are reversed, and everyone has the time that was left.
  assert.ok(left.black < 600 && left.white < 600, JSON.stringify(left));
  assert.ok(Math.abs((await seconds(game.black, 'white')) - left.black) <= 1);
  const running = await seconds(game.black, 'black');
  assert.ok(running <= left.white && running > left.white - 30, `${running} ${left.white}`);
  await click(game.white, '7g', '7f');
  await moves(game.black, 1);
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('a friendly game tells of a repetition before it comes, and lets moves be taken back by agreement', async () => {
  const game = await meetOn(club, { clock: '10m+30s' });
  const round = ['2h3h', '8b7b', '3h2h', '7b8b'];
  await playAll(game, [...round, ...round]);
  assert.match(await game.black.locator('.area-side').innerText(), /third time/);
  assert.match(await game.black.locator('[data-ply="3"] .spent').innerText(), /^\d+:\d\d$/);
  await game.white.getByRole('button', { name: 'Take back' }).click();
  await game.black.getByText('White asks to take the last move back.').waitFor();
  await game.black.getByRole('button', { name: 'Agree' }).click();
  for (const page of [game.black, game.white])
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 8);
  await type(game.white, '9c9d');
  assert.equal(await lastMove(game.black, 8), 'P-9d');
  await game.black.locator('summary', { hasText: 'What happened' }).click();
  assert.match(await game.black.locator('.log').innerText(), /White proposes/);
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('a game in Seireigi: a gold is promoted, and a forced promotion does not ask', async () => {
  const game = await meetOn(club, { variant: 'seireigi', sfen: '4k4/8P/9/4G4/9/9/9/9/4K4 b - 1' });
  await click(game.black, '1b', '1a');
  await moves(game.white, 1);
  assert.match(await pieceAt(game.white, '1a'), /tokin/);
  await click(game.white, '5a', '4a');
  await moves(game.black, 2);
  await click(game.black, '5d', '5c');
  await game.black.locator('sg-promotion-choices piece.promotedgold').click();
  await moves(game.white, 3);
  assert.match(await pieceAt(game.white, '5c'), /great elephant/);
  await resign(game.white);
  await over(game.black);
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('rules that differ from their preset are followed, and so are the corrections of an arbiter', async () => {
  const arbiter = await open(club.browser, club.site.url);
  await arbiter.page.goto(`${club.site.url}#/settings`);
  const name = `Shinpan${Date.now() % 1e6}`;
  await ask(arbiter.page, 'POST', 'accounts', { name, password: 'correct horse battery' });
  const rules = { preset: 'casual', knobs: { help: false, engine_help: false } };
  const game = await meetOn(
    club,
    { rules, clock: '10m+30s' },
    { beside: { arbiter: name }, arbiter: arbiter.page },
  );
  // No help: no dots for a piece that is picked up.
  await click(game.black, '7g', '7g');
  await game.black.keyboard.press('Escape');
  const pawn = await square(game.black, '7g');
  await game.black.mouse.click(pawn.x, pawn.y);
  await game.black.locator('sq.selected').waitFor();
  assert.equal(await game.black.locator('sq.dest').count(), 0);
  const rule = (decision: object): Promise<unknown> =>
    arbiter.page.evaluate(
      ([id, what]) =>
        new Promise((resolve) => {
          const socket = new WebSocket(
            new URL('/api/v1/socket', location.href.replace(/^http/, 'ws').replace(/#.*/, '')),
          );
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === 'welcome') socket.send(JSON.stringify({ type: 'join', game: id }));
            if (message.type === 'game')
              socket.send(
                JSON.stringify({
                  type: 'act',
                  re: 7,
                  game: id,
                  act: { kind: 'rule', decision: what, reason: 'set wrongly' },
                }),
              );
            if (message.re === 7) resolve(message.type);
          };
        }),
      [game.address.split('/').pop(), decision],
    );
  assert.equal(await rule({ kind: 'set-control', color: 'white', control: '10m+60s' }), 'events');
  assert.equal(
    await rule({ kind: 'set-clock', color: 'white', main: 123_000, periods: 1 }),
    'events',
  );
  for (const page of [game.black, game.white]) {
    await page.waitForFunction(
      () => document.querySelector('[data-side="white"] .time')?.textContent === '2:03',
    );
    assert.match(await page.locator('[data-side="white"] .rest').innerText(), /60 s/);
  }
  assert.equal(await rule({ kind: 'pause' }), 'events');
  for (const page of [game.black, game.white])
    await page.getByText('The game is interrupted; the clocks are stopped.').waitFor();
  assert.equal(await rule({ kind: 'resume' }), 'events');
  await game.black.locator('[data-side="black"] .clock.running').waitFor();
  assert.deepEqual(game.faults(), []);
  await game.close();
  await arbiter.close();
});

test('grades decide the handicap: a match of two games, which the stronger player gives', async () => {
  const [first, second] = await Promise.all([
    open(club.browser, club.site.url),
    open(club.browser, club.site.url, { settings: { grade: '1 dan' } }),
  ]);
  const [weak, strong] = [first.page, second.page];
  await weak.goto(`${club.site.url}#/friend`);
  await weak.getByText('30m+30s', { exact: true }).click();
  await weak.getByText('enough time for games rated by FESA').waitFor();
  await weak.getByLabel('Handicap').selectOption('by-grade');
  const make = weak.getByRole('button', { name: 'Make a link' });
  assert.equal(await make.isDisabled(), true);
  await weak.getByLabel('Your grade').selectOption('2 kyu');
  await make.click();
  const link = weak.locator('input[readonly]');
  await strong.goto(await link.inputValue());
  await strong.getByText(/By difference in grade · .*challenger 2 kyu · enough time/).waitFor();
  await strong.getByRole('button', { name: 'Accept and play' }).click();
  for (const page of [weak, strong]) await page.locator('[data-side="white"].turn').waitFor();
  assert.match(await weak.locator('[data-side="white"]').innerText(), /1 dan/);
  assert.match(await strong.locator('[data-side="black"]').innerText(), /2 kyu/);
  assert.match(await pieceAt(weak, '1a'), /empty/);
  const address = weak.url();
  await resign(weak);
  await Promise.all(
    [weak, strong].map((page) => page.getByText('The second game of the match follows.').waitFor()),
  );
  for (const page of [weak, strong]) {
    await page.waitForURL((url) => url.href !== address);
    await page.locator('[data-side="white"].turn').waitFor();
  }
  assert.match(await pieceAt(weak, '1a'), /lance/);
  assert.match(await pieceAt(weak, '2b'), /empty/);
  assert.deepEqual([...first.faults, ...second.faults], []);
  await first.close();
  await second.close();
});

test('the player of the higher grade has the king 王', async () => {
  const game = await meetOn(club, { grade: '3 dan' });
  const drawing = (page: Page, side: string): Promise<string> =>
    page
      .locator(`piece.king.${side}`)
      .first()
      .evaluate((king) => getComputedStyle(king).getPropertyValue('--drawing'));
  const kings = await game.black
    .locator('.shogi-table')
    .evaluate((table) =>
      ['--king', '--jade'].map((name) => getComputedStyle(table).getPropertyValue(name)),
    );
  assert.deepEqual([await drawing(game.white, 'sente'), await drawing(game.white, 'gote')], kings);
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('a repetition is claimed by the move that is about to be made', async () => {
  const game = await meetOn(club, { rules: { preset: 'fesa' } });
  const round = ['2h3h', '8b7b', '3h2h', '7b8b'];
  await playAll(game, [...round, ...round, ...round.slice(0, 3)]);
  await game.black.getByRole('button', { name: 'Claim', exact: true }).click();
  const field = 'My next move repeats the position for the fourth time:';
  assert.equal(await game.black.getByLabel(field).count(), 0, 'it is not his move');
  await game.black.keyboard.press('Escape');
  await game.white.getByRole('button', { name: 'Claim', exact: true }).click();
  const dialog = game.white.getByRole('dialog');
  await dialog.getByLabel(field).fill('nonsense');
  await dialog.getByRole('button', { name: 'Announce it' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel(field).fill('7b8b');
  await dialog.getByRole('button', { name: 'Announce it' }).click();
  for (const page of [game.black, game.white]) {
    await over(page);
    assert.match(await outcome(page), /draw/i);
  }
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('an offer of a draw after a repetition is among the claims, and a wrong one is one', async () => {
  const game = await meetOn(club, { rules: { preset: 'fesa' } });
  await game.black.getByRole('button', { name: 'Claim', exact: true }).click();
  await game.black
    .getByRole('dialog')
    .getByRole('button', { name: 'Offer a draw after fourfold repetition' })
    .click();
  for (const page of [game.black, game.white])
    await page.locator('[data-side="black"]', { hasText: /warning/i }).waitFor();
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('where the clock is pressed by hand, the move alone does not stop it', async () => {
  const rules = { preset: 'casual', knobs: { press: 'apart' } };
  const game = await meetOn(
    club,
    { rules, clock: '10m' },
    { options: [{ settings: { language: 'ja' } }, {}] },
  );
  await click(game.black, '7g', '7f');
  await moves(game.white, 1);
  await game.black.locator('[data-side="black"] .clock.running').waitFor();
  await game.black.getByRole('button', { name: '時計を押す' }).click();
  for (const page of [game.black, game.white])
    await page.locator('[data-side="white"] .clock.running').waitFor();
  assert.equal(await game.black.getByRole('button', { name: '時計を押す' }).count(), 0);
  await click(game.white, '3c', '3d');
  await game.white.getByRole('button', { name: 'Press the clock' }).click();
  await game.black.locator('[data-side="black"] .clock.running').waitFor();
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('whoever waits for the other sees the clock of the other run, until the game is forfeited', async () => {
  const [first, second] = await Promise.all([
    open(club.browser, club.site.url),
    open(club.browser, club.site.url),
  ]);
  await first.page.goto(`${club.site.url}#/settings`);
  await ask(first.page, 'GET', 'me');
  const terms = { rules: { preset: 'fesa' }, color: 'black', clock: '6s', visibility: 'link' };
  const { id } = await ask<{ id: string }>(first.page, 'POST', 'challenges', { terms });
  await second.page.goto(`${club.site.url}#/challenge/${id}`);
  await second.page.getByRole('button', { name: 'Accept and play' }).click();
  await second.page.getByText(/^Waiting for .*, whose clock is running\.$/).waitFor();
  await second.page.locator('[data-side="black"] .clock.running').waitFor();
  await over(second.page);
  assert.match(await outcome(second.page), /White wins[\s\S]*did not come/);
  assert.deepEqual([...first.faults, ...second.faults], []);
  await first.close();
  await second.close();
});

test('a player calls the arbiter with a reason, and both clocks stop', async () => {
  const arbiter = await open(club.browser, club.site.url);
  await arbiter.page.goto(`${club.site.url}#/settings`);
  const name = `Gyoji${Date.now() % 1e6}`;
  await ask(arbiter.page, 'POST', 'accounts', { name, password: 'correct horse battery' });
  const game = await meetOn(
    club,
    { rules: { preset: 'fesa' }, clock: '10m' },
    { beside: { arbiter: name }, arbiter: arbiter.page },
  );
  await game.white.getByRole('button', { name: 'Call the arbiter' }).click();
  const dialog = game.white.getByRole('dialog');
  await dialog.getByLabel('What happened?').fill('The clock was set wrongly.');
  await dialog.getByRole('button', { name: 'Stop the clocks and call' }).click();
  for (const page of [game.black, game.white]) {
    await page.getByText('The game is interrupted; the clocks are stopped.').waitFor();
    assert.equal(await page.locator('.clock.running').count(), 0);
  }
  assert.deepEqual(game.faults(), []);
  await game.close();
  await arbiter.close();
});
