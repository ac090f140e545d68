/** Challenges and rematches: what both sides and onlookers are told, and pages that lead on. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { open } from '../browser/page';
import { meetOn, openClub, resign, type Club } from './club';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club?.close());

test('a challenge by link can be cancelled, and its link leads on', async () => {
  const [one, two] = [
    await open(club.browser, club.site.url),
    await open(club.browser, club.site.url),
  ];
  await one.page.goto(`${club.site.url}#/friend`);
  await one.page.getByRole('button', { name: 'Make a link' }).click();
  await one.page.getByText('the game begins when it is accepted').waitFor();
  const link = await one.page.getByLabel('Play a friend by link').inputValue();
  await one.page.getByRole('button', { name: 'Cancel this challenge' }).click();
  await one.page.getByRole('button', { name: 'Make a link' }).waitFor();
  await two.page.goto(link);
  await two.page.getByText('This challenge no longer exists.').waitFor();
  await two.page.goto(`${club.site.url}#/game/nosuchgame`);
  await two.page.getByRole('link', { name: 'Open challenges' }).waitFor();
  assert.deepEqual(one.faults, []);
  await one.close();
  await two.close();
});

test('a rematch that is offered can be accepted, and onlookers are not asked', async () => {
  const game = await meetOn(club, {});
  const third = await open(club.browser, club.site.url);
  await third.page.goto(game.address);
  await third.page.getByText('You are looking on.').waitFor();
  await resign(game.white);
  for (const page of [game.black, game.white, third.page])
    await page.getByText('The game is over').waitFor();
  assert.equal(await third.page.getByRole('button', { name: /rematch/i }).count(), 0);
  await game.black.getByRole('button', { name: 'Rematch', exact: true }).click();
  await game.white.getByRole('button', { name: 'Accept the rematch' }).click();
  for (const page of [game.black, game.white])
    await page.locator('[data-side="black"].turn').waitFor();
  assert.deepEqual([...game.faults(), ...third.faults], []);
  await third.close();
  await game.close();
});
