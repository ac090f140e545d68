/** One's own account: a new password, a copy of the data, deletion. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { axe } from '../browser/axe';
import { open } from '../browser/page';
import { ask, openClub, PASSWORD, type Club } from './club';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club?.close());

test('an account changes its password, saves its data and is deleted', async () => {
  const { page, faults, close } = await open(club.browser, club.site.url);
  await page.goto(`${club.site.url}#/settings`);
  await ask(page, 'POST', 'accounts', { name: 'Natsuko', password: PASSWORD });
  await page.goto(`${club.site.url}#/account`);
  const change = page.getByRole('region', { name: 'Change the password' });
  await change.getByLabel('Your password').fill(PASSWORD);
  await change.getByLabel('New password').fill(`${PASSWORD} two`);
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The password is changed.').waitFor();
  assert.deepEqual(await axe(page), []);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save a copy of your data' }).click();
  assert.match((await saving).suggestedFilename(), /\.json$/);
  const remove = page.getByRole('region', { name: 'Delete the account' });
  await remove.getByLabel('Your password').fill(`${PASSWORD} two`);
  await remove.getByRole('button', { name: 'Delete the account' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});
