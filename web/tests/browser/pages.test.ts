/** Every page: the clock, the Japanese one, settings; and what axe says of each. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'vitest';
import { axe } from './axe';
import {
  atDevice,
  begin,
  choose,
  click,
  moves,
  open,
  pieceAt,
  square,
  type,
  withComputer,
} from './page';
import { browser, site } from './site';

test('the clock runs, is pressed, corrected and falls', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await page.goto(`${site.url}#/clock`);
  await choose(page, 'Other …');
  await page.getByPlaceholder('15m+60s').fill('1s+2s');
  await page.getByPlaceholder('15m+60s').blur();
  await page.getByRole('button', { name: 'Begin' }).click();
  // White presses: Black's clock runs.
  await page.locator('[data-clock="white"]').click();
  await page.locator('[data-clock="black"].running').waitFor();
  await page.waitForTimeout(1300);
  assert.match(await page.locator('[data-clock="black"]').innerText(), /byoyomi/);
  await page.keyboard.press('Tab');
  await page.locator('[data-clock="black"]').click();
  await page.locator('[data-clock="white"].running').waitFor();
  await page.getByRole('button', { name: 'Arbiter’s corrections' }).click();
  const dialog = page.getByRole('dialog');
  const white = dialog.locator('fieldset').nth(1);
  await white.locator('input').first().fill('3');
  await white.getByRole('button', { name: 'Set', exact: true }).click();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  assert.match(await page.locator('[data-clock="white"] .time').innerText(), /^(3:0|2:5)/);
  await page.locator('[data-clock="white"]').click();
  await page.getByText('FLAG').waitFor({ timeout: 8000 });
  assert.match(await page.locator('.bar').innerText(), /White wins/);
  assert.deepEqual(faults, []);
  await close();
});

test('the Japanese page speaks Japanese throughout', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await page.goto(site.url);
  await page.getByRole('button', { name: '日本語' }).click();
  await page.waitForFunction(() => document.documentElement.lang === 'ja');
  await page.getByRole('link', { name: /この端末で二人対局/ }).click();
  await choose(page, 'なし');
  await page.getByRole('button', { name: '始める' }).click();
  await page.locator('.cells').waitFor();
  await click(page, '7g', '7f');
  assert.deepEqual(await moves(page, 1), ['▲７六歩']);
  assert.match(await pieceAt(page, '7f'), /先手の歩/);
  await page.getByRole('button', { name: '投了' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '投了' }).click();
  await page.getByText('対局終了').waitFor();
  assert.match(await page.locator('.outcome').innerText(), /先手の勝ち/);
  const text =
    (await page.locator('header').innerText()) + (await page.locator('.area-side').innerText());
  assert.doesNotMatch(text, /[A-Za-z]{4,}/);
  assert.deepEqual(faults, []);
  await close();
});

test('settings change the board at once and are kept', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await page.goto(`${site.url}#/settings`);
  await choose(page, 'Dark');
  await choose(page, 'sente, gote');
  await choose(page, 'Inside');
  await choose(page, 'Hosking P76');
  await page.getByLabel('Confirm every move').check();
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await atDevice(page, site.url, () => choose(page, 'No clock'));
  await click(page, '7g', '7f');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  assert.match(await pieceAt(page, '7g'), /sente pawn/);
  await page.waitForTimeout(100);
  await click(page, '7g', '7f');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Play' }).click();
  assert.deepEqual(await moves(page, 1), ['P76']);
  await page.locator('.coords-inside').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('arrows are drawn by the right button, and f turns the board', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, () => choose(page, 'No clock'));
  const [from, to] = [await square(page, '7g'), await square(page, '7e')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(80);
  await page.mouse.up({ button: 'right' });
  await page.locator('.sg-shapes g line').waitFor({ state: 'attached' });
  const before = (await square(page, '7g')).y;
  await page.keyboard.press('f');
  await page.waitForTimeout(100);
  const after = (await square(page, '7g')).y;
  assert.ok(after < before, `${before} ${after}`);
  assert.deepEqual(faults, []);
  await close();
});

test('a move made in advance is played when its time comes', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await withComputer(page, site.url);
  await click(page, '7g', '7f');
  await click(page, '2g', '2f');
  const texts = await moves(page, 3);
  assert.equal(texts[2], 'P-2f');
  assert.deepEqual(faults, []);
  await close();
});

test('beginners see targets and checks, and the help can be switched off', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, () => choose(page, 'No clock'));
  const pawn = await square(page, '7g');
  await page.mouse.click(pawn.x, pawn.y);
  await page.locator('sq.dest').waitFor();
  assert.equal(await page.locator('sq.dest').count(), 1);
  await page.keyboard.press('Escape');
  for (const [index, move] of ['7g7f', '4a3b', '8h3c+'].entries()) {
    await type(page, move);
    await moves(page, index + 1);
  }
  await type(page, '2a3c');
  await moves(page, 4);
  for (const [index, move] of ['5g5f', '5c5d', '2h5h', '6c6d', '5f5e', '5d5e', '5h5e'].entries()) {
    await type(page, move);
    await moves(page, index + 5);
  }
  await page.locator('sq.check').waitFor({ state: 'attached' });
  assert.match(await page.getByTestId('spoken').innerText(), /Check/);
  assert.deepEqual(faults, []);
  await close();
});

test('axe finds nothing serious on any page, light or dark', async () => {
  const found = [];
  for (const theme of ['light', 'dark']) {
    const { page, close } = await open(browser, site.url, { settings: { theme } });
    for (const path of ['', 'new/computer', 'new/local', 'settings', 'clock', 'friend', 'lobby']) {
      await page.goto(`${site.url}#/${path}`);
      await page.locator('h1').first().waitFor();
      await page.waitForTimeout(150);
      found.push(...(await axe(page)).map((fault) => `${theme} ${path}: ${fault}`));
    }
    await page.getByRole('link', { name: 'Komadai' }).click();
    await page.goto(`${site.url}#/clock`);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('[data-clock]').first().waitFor();
    found.push(...(await axe(page)).map((fault) => `${theme} running clock: ${fault}`));
    await atDevice(page, site.url);
    await begin(page);
    await click(page, '7g', '7f');
    await moves(page, 1);
    found.push(...(await axe(page)).map((fault) => `${theme} game: ${fault}`));
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    found.push(...(await axe(page)).map((fault) => `${theme} record: ${fault}`));
    await close();
  }
  assert.deepEqual(found, []);
});

test('a first game is there before 350 kB have come over the line, compressed', async () => {
  const { page, close } = await open(browser, site.url);
  const bodies = new Map<string, Buffer>();
  const reading: Promise<unknown>[] = [];
  page.context().on('response', (response) => {
    if (response.url().startsWith('http'))
      reading.push(
        response.body().then(
          (body) => bodies.set(new URL(response.url()).pathname.split('/').pop() ?? '', body),
          () => undefined,
        ),
      );
  });
  await page.goto(site.url);
  await page.getByRole('link', { name: /Play the computer/ }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('piece.king').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(500);
  await Promise.all(reading);
  // What a worker fetches is not always told to the page's own events: it is known by its name.
  const { readdir } = await import('node:fs/promises');
  const folder = new URL('../../../crates/cli/page/assets/', import.meta.url);
  for (const name of await readdir(folder))
    if (/^komadai_rules.*\.(js|wasm)$/.test(name))
      bodies.set(name, await readFile(new URL(name, folder)));
  assert.ok(
    ![...bodies.keys()].some((name) => /think|files/.test(name)),
    [...bodies.keys()].join(' '),
  );
  // As the server sends it: the compressed file beside the file, if there is one.
  const { gzipSync } = await import('node:zlib');
  const sent = await Promise.all(
    [...bodies].map(([name, body]) =>
      readFile(new URL(`${name}.gz`, folder)).then(
        (file) => file.length,
        () => gzipSync(body).length,
      ),
    ),
  );
  const gzip = sent.reduce((sum, length) => sum + length, 0);
  console.log(`first load: ${bodies.size} files, gzip ${gzip}`);
  assert.ok(bodies.size > 8 && gzip < 350_000, `${gzip}`);
  await close();
});
