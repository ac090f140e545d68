/** Games over the server: two people in two browsers. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { choose, click, drag, moves, open, pieceAt, type } from '../browser/page';
import { openClub, type Club, type Meeting } from './club';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club?.close());

/** Two people meet by a link: the first plays Black. */
async function meet(
  terms: (page: Page) => Promise<void> = async () => {},
): Promise<Omit<Meeting, 'address' | 'people'>> {
  const black = await open(club.browser, club.site.url);
  const white = await open(club.browser, club.site.url);
  await black.page.goto(`${club.site.url}#/friend`);
  await choose(black.page, 'Black \\(first\\)');
  await terms(black.page);
  await black.page.getByRole('button', { name: 'Make a link' }).click();
  const link = await black.page.getByLabel('Play a friend by link').inputValue();
  await white.page.goto(link);
  await white.page.getByRole('button', { name: 'Accept and play' }).click();
  for (const { page } of [black, white]) await page.locator('.cells').waitFor();
  for (const { page } of [black, white]) await page.locator('[data-side="black"].turn').waitFor();
  return {
    black: black.page,
    white: white.page,
    faults: () => [...black.faults, ...white.faults],
    close: async () => {
      await black.close();
      await white.close();
    },
  };
}

test('two people play by a link, talk, and one resigns; a rematch reverses the colours', async () => {
  const { black, white, faults, close } = await meet();
  await click(black, '7g', '7f');
  assert.deepEqual(await moves(white, 1), ['P-7f']);
  await click(white, '3c', '3d');
  assert.deepEqual(await moves(black, 2), ['P-7f', 'P-3d']);
  await drag(black, '8h', '2b');
  await black.locator('sg-promotion-choices piece.horse').click();
  await moves(white, 3);
  assert.match(await pieceAt(white, '2b'), /black horse/i);
  await click(white, '3a', '2b');
  await moves(black, 4);
  await drag(black, 'B*', '4b');
  await moves(white, 5);
  for (const page of [black, white]) await page.locator('sq.check').waitFor();
  assert.match(await white.getByTestId('spoken').innerText(), /Black: B\*4b\. Check/);
  assert.match(await white.locator('[data-side="white"] .clock').innerText(), /\d:\d\d/);
  await white.getByLabel('Say something').fill('Nice to meet you');
  await white.getByRole('button', { name: 'Send' }).click();
  await black.getByText('Nice to meet you').waitFor();
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const page of [black, white]) {
    await page.getByText('The game is over').waitFor();
    assert.match(await page.locator('.outcome').innerText(), /Black wins/);
  }
  await black.getByRole('button', { name: 'Rematch' }).click();
  await white.getByText('Your opponent would like a rematch.').waitFor();
  await white.getByRole('button', { name: 'Rematch' }).click();
  for (const page of [black, white]) await page.locator('[data-side="black"].turn').waitFor();
  await click(white, '7g', '7f');
  await moves(black, 1);
  assert.deepEqual(faults(), []);
  await close();
});

test('nifu under the laws of FESA stands until it is claimed, and the page gave no hint', async () => {
  const { black, white, faults, close } = await meet((page) => choose(page, 'FESA Laws'));
  const line = ['2g2f', '8c8d', '2f2e', '8d8e', '2e2d', '2c2d', '2h2d', '8e8f', '8g8f', '8b8f'];
  for (const [index, move] of line.entries()) {
    await type(index % 2 ? white : black, move);
    for (const page of [black, white]) await moves(page, index + 1);
  }
  await drag(black, 'P*', '1e');
  for (const page of [black, white]) {
    await moves(page, 11);
    assert.doesNotMatch(await page.locator('.game').innerText(), /illegal|nifu|two pawns/i);
  }
  await white.getByRole('button', { name: 'Claim', exact: true }).click();
  await white
    .getByRole('dialog')
    .getByRole('button', { name: /was illegal/ })
    .click();
  await black.getByText('The game is over').waitFor();
  assert.match(await black.locator('.outcome').innerText(), /White wins/);
  assert.deepEqual(faults(), []);
  await close();
});

test('an open challenge is seen and accepted in the lobby, and furigoma decides', async () => {
  const one = await open(club.browser, club.site.url);
  const two = await open(club.browser, club.site.url);
  for (const { page } of [one, two]) await page.goto(`${club.site.url}#/lobby`);
  await one.page.getByRole('button', { name: 'Post a challenge' }).click();
  await one.page.getByRole('dialog').getByRole('button', { name: 'Post a challenge' }).click();
  await two.page.getByRole('button', { name: 'Accept and play' }).first().click();
  for (const { page } of [one, two]) await page.locator('[data-side="black"].turn').waitFor();
  assert.deepEqual([...one.faults, ...two.faults], []);
  await one.close();
  await two.close();
});

if (process.env.KOMADAI_SERVER)
  test('a game goes on after the server was killed and started again', async () => {
    const { black, white, close } = await meet();
    await click(black, '7g', '7f');
    await moves(white, 1);
    await club.server?.kill();
    for (const page of [black, white])
      await page.getByText('Connection to the server lost').waitFor();
    await club.server?.start();
    for (const page of [black, white])
      await page.getByText('Connection to the server lost').waitFor({ state: 'detached' });
    await click(white, '3c', '3d');
    assert.deepEqual(await moves(black, 2), ['P-7f', 'P-3d']);
    await click(black, '2g', '2f');
    await moves(white, 3);
    await close();
  });
