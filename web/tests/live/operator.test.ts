/** The operators' page, with the keyboard; reports and blocks by players; a second factor. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { axe } from '../browser/axe';
import { open } from '../browser/page';
import { ask, meetOn, openClub, PASSWORD, type Club } from './club';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club?.close());

/** The code of an app (RFC 6238) at a time step, counted from the current one. */
function code(secret: string, later: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const word = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(word % 1_000_000).padStart(6, '0');
}

/** Sets up a second factor on the account page; returns the secret. */
async function setUpFactor(page: Page): Promise<string> {
  const setUp = page.getByRole('button', { name: 'Set up' });
  const form = page.locator('form', { has: setUp });
  await form.getByLabel('Your password').fill(PASSWORD);
  await setUp.click();
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  const secret = await page.locator('form code').innerText();
  await page.getByLabel('Code of the second factor').fill(code(secret, 0));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Keep these codes.').waitFor();
  assert.equal(await page.locator('.codes li').count(), 10);
  return secret;
}

test('a player reports and blocks, an operator acts on it with the keyboard, and the log has it', async () => {
  if (!club.server) return;
  const game = await meetOn(club, {}, { account: 'Wronged' });
  await ask(game.white, 'GET', 'me');
  await game.white.getByLabel('Say something').fill('a rude remark');
  await game.white.getByRole('button', { name: 'Send' }).click();
  await game.black.getByText('a rude remark').waitFor();
  await game.black.getByRole('button', { name: 'Report or block' }).click();
  await game.black.getByLabel('What is wrong?').fill('he insults me');
  await game.black.getByRole('button', { name: 'Report', exact: true }).click();
  await game.black.getByText('The operators have your report.').waitFor();
  await game.black.getByRole('button', { name: 'OK' }).click();
  await game.black.getByRole('button', { name: 'Report or block' }).click();
  await game.black.getByRole('button', { name: 'Block this person' }).click();
  await game.black.getByText('Blocked.').waitFor();

  const desk = await open(club.browser, club.site.url);
  await desk.page.goto(`${club.site.url}#/settings`);
  await ask(desk.page, 'POST', 'accounts', { name: 'Keeper', password: PASSWORD });
  await desk.page.goto(`${club.site.url}#/operator`);
  await desk.page.getByText('This page is for operators.').waitFor();
  await club.server.admin('grant', 'Keeper', 'operator');
  await desk.page.goto(`${club.site.url}#/account`);
  await desk.page.getByRole('link', { name: 'Operator’s page' }).click();
  await desk.page.getByText('Operators need a second factor.').waitFor();
  await desk.page.goto(`${club.site.url}#/account`);
  await setUpFactor(desk.page);
  await desk.page.getByRole('link', { name: 'Operator’s page' }).click();
  await desk.page.getByText('he insults me').waitFor();
  await desk.page.getByText('a rude remark').waitFor();
  assert.deepEqual(await axe(desk.page), []);

  // By keyboard: a reason, then the buttons of the report.
  await desk.page.getByLabel('Reason').focus();
  await desk.page.keyboard.type('insults are not allowed');
  const remove = desk.page.getByRole('button', { name: 'Remove the message' });
  for (let tabs = 0; tabs < 12; tabs++) {
    if (await remove.evaluate((button) => button === document.activeElement)) break;
    await desk.page.keyboard.press('Tab');
  }
  await desk.page.keyboard.press('Enter');
  await desk.page.getByText('Done: delete-line').waitFor();
  await game.white.getByText('(removed)').waitFor();
  assert.equal(await game.white.getByText('a rude remark').count(), 0);
  await desk.page.getByRole('button', { name: 'Close', exact: true }).click();
  await desk.page.getByText('No open reports.').waitFor();

  await desk.page.getByRole('button', { name: 'Games' }).click();
  await desk.page.getByLabel('Id of the game').fill(game.address);
  await desk.page.getByRole('button', { name: 'Call the game off' }).click();
  await desk.page.getByText('Done: close-game').waitFor();
  await game.black.getByText('The game is over').waitFor();
  await desk.page.getByRole('button', { name: 'Bans and mutes' }).click();
  assert.deepEqual(await axe(desk.page), []);
  await desk.page.getByRole('button', { name: 'Log', exact: true }).click();
  await desk.page.getByText('insults are not allowed').waitFor();
  const log = await desk.page.locator('ol').innerText();
  for (const act of ['grant', 'delete-line', 'close-report', 'close-game'])
    assert.ok(log.includes(act), `${act}: ${log}`);
  assert.deepEqual(game.faults(), []);
  await desk.close();
  await game.close();
});

test('a second factor is asked for at log-in, in both languages', async () => {
  if (!club.server) return;
  const own = await open(club.browser, club.site.url);
  await own.page.goto(`${club.site.url}#/settings`);
  await ask(own.page, 'POST', 'accounts', { name: 'Careful', password: PASSWORD });
  await own.page.goto(`${club.site.url}#/account`);
  const secret = await setUpFactor(own.page);
  await own.page.getByRole('button', { name: 'Log out' }).click();
  await own.page.getByRole('button', { name: '日本語' }).click();
  await own.page.getByLabel('名前').fill('Careful');
  await own.page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
  await own.page.getByRole('button', { name: 'ログイン' }).click();
  await own.page.getByLabel('二段階認証のコード').fill(code(secret, 1));
  await own.page.getByRole('button', { name: 'ログイン' }).click();
  await own.page.getByRole('heading', { name: 'Careful' }).waitFor();
  await own.close();
});
