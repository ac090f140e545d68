/** What the page does beside the moves in games over the server: spectators, fingers, keys, premoves, axe. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { axe } from '../browser/axe';
import { click, drag, lastMove, moves, open, pieceAt, square, type } from '../browser/page';
import { ask, meetOn, openClub, resign, type Club } from './club';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club?.close());

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Say something').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

test('a spectator sees the game; what players say is theirs until it is over, and engines stay away', async () => {
  const game = await meetOn(club, {});
  const third = await open(club.browser, club.site.url);
  await click(game.black, '7g', '7f');
  await moves(game.white, 1);
  await third.page.goto(game.address);
  await third.page.getByText('You are looking on.').waitFor();
  await game.black.getByText('1 looking on').waitFor();
  assert.deepEqual(await moves(third.page, 1), ['P-7f']);
  await say(game.black, 'between us');
  await game.white.getByText('between us').waitFor();
  await say(third.page, 'from the gallery');
  await third.page.getByText('from the gallery').waitFor();
  await click(game.white, '3c', '3d');
  assert.deepEqual(await moves(third.page, 2), ['P-7f', 'P-3d']);
  assert.equal(await third.page.getByText('between us').count(), 0);
  assert.equal(await game.black.getByText('from the gallery').count(), 0);
  for (const page of [game.black, game.white, third.page])
    assert.equal(await page.getByRole('button', { name: 'Hint' }).count(), 0);
  // Nobody but the players can move.
  await click(third.page, '2g', '2f');
  await third.page.waitForTimeout(200);
  assert.match(await pieceAt(third.page, '2g'), /black pawn/i);
  assert.equal(await third.page.getByRole('button', { name: 'Resign' }).count(), 0);
  await resign(game.white);
  await third.page.getByText('The game is over').waitFor();
  await third.page.reload();
  await third.page.getByText('between us').waitFor();
  assert.deepEqual([...game.faults(), ...third.faults], []);
  await third.close();
  await game.close();
});

test('furigoma is seen as a toss of five pawns by both, and they agree who is Black', async () => {
  const game = await meetOn(club, { color: 'furigoma' });
  const tossed = [];
  for (const page of [game.black, game.white]) {
    await page.locator('.toss .pawn').nth(4).waitFor();
    await page.waitForFunction(() =>
      /Black, and the first move/.test(document.querySelector('.toss')?.textContent ?? ''),
    );
    tossed.push(await page.locator('.toss').innerText());
  }
  assert.equal(tossed[0], tossed[1]);
  const name = await game.black.locator('[data-side="black"] .name').innerText();
  assert.ok(tossed[0]?.includes(name), `${tossed[0]} ${name}`);
  // The toss stops no hand: whoever is Black can move while it is seen.
  const me = async (page: Page): Promise<boolean> =>
    (await page.locator('.plate').last().getAttribute('data-side')) === 'black';
  const first = (await me(game.black)) ? game.black : game.white;
  await click(first, '7g', '7f');
  for (const page of [game.black, game.white]) {
    await moves(page, 1);
    await page.locator('.toss').waitFor({ state: 'detached' });
  }
  assert.deepEqual(game.faults(), []);
  await game.close();
});

const PRE = 'sq.current-pre';

test('a move in advance has its colour, is let go by a click or the right button, and is played with its promotion', async () => {
  const game = await meetOn(club, {});
  // White prepares a move; a click elsewhere lets it go, and so does the right button.
  await click(game.white, '3c', '3d');
  await game.white.locator(PRE).first().waitFor({ state: 'attached' });
  assert.equal(await game.white.locator(PRE).count(), 2);
  const empty = await square(game.white, '5e');
  await game.white.mouse.click(empty.x, empty.y);
  await game.white.waitForFunction((mark) => !document.querySelector(mark), PRE);
  await click(game.white, '3c', '3d');
  await game.white.locator(PRE).first().waitFor({ state: 'attached' });
  await game.white.mouse.click(empty.x, empty.y, { button: 'right' });
  await game.white.waitForFunction((mark) => !document.querySelector(mark), PRE);
  await click(game.white, '3c', '3d');
  await game.white.locator(PRE).first().waitFor({ state: 'attached' });
  await click(game.black, '7g', '7f');
  assert.deepEqual(await moves(game.black, 2), ['P-7f', 'P-3d']);
  // White's bishop is to take on 8h and promote, whatever Black does; the choice is made in advance.
  await click(game.white, '2b', '8h');
  await game.white.locator('sg-promotion-choices piece.horse').click();
  await game.white.locator(`${PRE}.prom`).waitFor({ state: 'attached' });
  await click(game.black, '9g', '9f');
  assert.match(await lastMove(game.black, 4), /Bx8h\+/);
  // A drop in advance.
  await click(game.black, '7i', '8h');
  await moves(game.white, 5);
  await click(game.white, '9c', '9d');
  await moves(game.black, 6);
  await drag(game.white, 'B*', '5e');
  await game.white.locator(PRE).first().waitFor({ state: 'attached' });
  await click(game.black, '1g', '1f');
  assert.match(await lastMove(game.black, 8), /B[*']5e/);
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('fingers play a game over the server at phone size', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const game = await meetOn(club, {}, { options: [phone, phone] });
  const tap = async (page: Page, from: string, to: string): Promise<void> => {
    for (const key of [from, to]) {
      const point = await square(page, key);
      await page.touchscreen.tap(point.x, point.y);
    }
  };
  await tap(game.black, '7g', '7f');
  await moves(game.white, 1);
  await tap(game.white, '3c', '3d');
  await moves(game.black, 2);
  await tap(game.black, '8h', '2b');
  await game.black.locator('sg-promotion-choices piece.horse').tap();
  await moves(game.white, 3);
  assert.match(await pieceAt(game.white, '2b'), /black horse/i);
  for (const page of [game.black, game.white]) {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} wide`);
  }
  await game.white.getByRole('button', { name: 'Resign' }).tap();
  await game.white.getByRole('dialog').getByRole('button', { name: 'Resign' }).tap();
  await game.black.getByText('The game is over').waitFor();
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('a game over the server is played by the keyboard alone, and read aloud', async () => {
  const game = await meetOn(club, {});
  const go = async (page: Page, path: string[]): Promise<void> => {
    await page.locator('[role="gridcell"][tabindex="0"]').focus();
    for (const key of path) await page.keyboard.press(key);
  };
  await go(game.black, [
    'ArrowLeft',
    'ArrowLeft',
    'ArrowDown',
    'ArrowDown',
    'Enter',
    'ArrowUp',
    'Enter',
  ]);
  await moves(game.white, 1);
  assert.match(await game.white.getByTestId('spoken').innerText(), /Black: P-7f/);
  // From White's side of the board 3c is where 7g is from Black's.
  await go(game.white, [
    'ArrowLeft',
    'ArrowLeft',
    'ArrowDown',
    'ArrowDown',
    'Enter',
    'ArrowUp',
    'Enter',
  ]);
  assert.deepEqual(await moves(game.black, 2), ['P-7f', 'P-3d']);
  assert.match(await game.black.getByTestId('spoken').innerText(), /White: P-3d/);
  await game.black.getByRole('button', { name: 'Resign' }).focus();
  await game.black.keyboard.press('Enter');
  await game.black.getByRole('dialog').getByRole('button', { name: 'Resign' }).focus();
  await game.black.keyboard.press('Enter');
  await game.white.getByText('The game is over').waitFor();
  assert.match(await game.white.getByTestId('spoken').innerText(), /White wins/);
  assert.deepEqual(game.faults(), []);
  await game.close();
});

test('a lost line is seen by the opponent; a link leads to a move, and records and pictures are saved', async () => {
  const game = await meetOn(club, {});
  for (const [index, move] of ['7g7f', '3c3d', '2g2f'].entries()) {
    await type(index % 2 ? game.white : game.black, move);
    for (const page of [game.black, game.white]) await moves(page, index + 1);
  }
  await game.people[1].close();
  await game.black.getByText(/is disconnected/).waitFor();
  const third = await open(club.browser, club.site.url, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await third.page.goto(game.address);
  await third.page.locator('[data-ply="1"]').click();
  await third.page.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = third.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Link to this move' }).click();
  await dialog.getByText('Copied.').waitFor();
  const link = await third.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/game\/[^?]+\?ply=1$/);
  const [picture] = await Promise.all([
    third.page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Picture of this position' }).click(),
  ]);
  assert.match(picture.suggestedFilename(), /\.svg$/);
  const [record] = await Promise.all([
    third.page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'KIF', exact: true }).click(),
  ]);
  const { readFile } = await import('node:fs/promises');
  assert.match(await readFile(await record.path(), 'utf8'), /７六歩\(77\)/);
  await third.page.goto(club.site.url);
  await third.page.goto(link);
  await third.page.getByText('You are looking at move 1 of 3.').waitFor();
  assert.match(await pieceAt(third.page, '3c'), /white pawn/i);
  assert.deepEqual([...game.people[0].faults, ...third.faults], []);
  await third.close();
  await game.people[0].close();
});

test('axe finds nothing serious on the pages of the club, light or dark', async () => {
  const found: string[] = [];
  const look = async (page: Page, what: string): Promise<void> => {
    await page.waitForTimeout(150);
    found.push(...(await axe(page)).map((fault) => `${what}: ${fault}`));
  };
  for (const theme of ['light', 'dark']) {
    const settings = { theme };
    const visitor = await open(club.browser, club.site.url, { settings });
    const { page } = visitor;
    await page.goto(`${club.site.url}#/account`);
    await look(page, `${theme} account of a guest`);
    await page.getByLabel('Name', { exact: true }).fill(`Axe${theme}`);
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Make an account' }).click();
    await page.getByRole('heading', { name: `Axe${theme}` }).waitFor();
    await page.goto(`${club.site.url}#/friend`);
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByText('Waiting for your friend').waitFor();
    await look(page, `${theme} link for a friend`);
    await page.goto(`${club.site.url}#/lobby`);
    await page.getByRole('button', { name: 'Post a challenge' }).click();
    await look(page, `${theme} posting a challenge`);
    await page.getByRole('dialog').getByRole('button', { name: 'Post a challenge' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).nth(1).waitFor();
    await look(page, `${theme} lobby with a challenge`);
    await page.getByRole('button', { name: 'Withdraw' }).first().click();
    const other = await open(club.browser, club.site.url);
    const { id } = await ask<{ id: string }>(page, 'POST', 'challenges', {
      terms: { rules: { preset: 'casual' }, clock: '10m+30s', color: 'black', visibility: 'link' },
    });
    await other.page.goto(`${club.site.url}#/challenge/${id}`);
    await other.page.getByRole('button', { name: 'Accept and play' }).waitFor();
    await look(other.page, `${theme} a challenge`);
    await other.page.getByRole('button', { name: 'Accept and play' }).click();
    await other.page.waitForURL(/#\/game\//);
    await page.goto(other.page.url());
    await page.locator('[data-side="black"].turn').waitFor();
    await click(page, '7g', '7f');
    await moves(page, 1);
    await say(page, 'hello');
    await look(page, `${theme} live game`);
    await resign(page);
    await page.getByText('The game is over').waitFor();
    await look(page, `${theme} game over`);
    await page.goto(`${club.site.url}#/account`);
    await page.getByText('1 moves').waitFor();
    await look(page, `${theme} profile with a game`);
    await other.close();
    await visitor.close();
  }
  assert.deepEqual(found, []);
});
