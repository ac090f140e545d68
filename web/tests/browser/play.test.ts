/** Games at this device, played in a real browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import {
  atDevice,
  boxOf,
  lastMove,
  begin,
  center,
  choose,
  click,
  drag,
  fromPosition,
  moves,
  open,
  pieceAt,
  square,
  type,
  withComputer,
} from './page';
import { browser, site } from './site';

const noClock = (page: Page): Promise<void> => choose(page, 'No clock');

test('two at this device play by click, drag, drop and promotion, and one resigns', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, async () => {
    await page.getByLabel('Name of Black').fill('Habu');
    await page.getByRole('button', { name: 'Begin' }).waitFor();
  });
  await begin(page);
  await click(page, '7g', '7f');
  await moves(page, 1);
  await click(page, '3c', '3d');
  await moves(page, 2);
  // A drag off the board puts the piece back.
  const rook = await square(page, '2h');
  await page.mouse.move(rook.x, rook.y);
  await page.mouse.down();
  await page.mouse.move(5, 400, { steps: 5 });
  await page.mouse.up();
  assert.match(await pieceAt(page, '2h'), /black rook/i);
  // Taking with a choice: the board asks at the target square.
  await drag(page, '8h', '2b');
  await page.locator('sg-promotion-choices piece').first().waitFor();
  await page.keyboard.press('Escape');
  assert.match(await pieceAt(page, '2b'), /white bishop/i);
  await drag(page, '8h', '2b');
  await page.locator('sg-promotion-choices piece.horse').click();
  const texts = await moves(page, 3);
  assert.deepEqual(texts, ['P-7f', 'P-3d', 'Bx2b+']);
  assert.match(await pieceAt(page, '2b'), /black horse/i);
  await click(page, '3a', '2b');
  await moves(page, 4);
  // A drop, by drag from the stand; then White's, from the other stand.
  await drag(page, 'B*', '5e');
  assert.match(await lastMove(page, 5), /B[*']5e/);
  assert.match(await pieceAt(page, '5e'), /black bishop/i);
  const bishop = await center(page, '.stand-top [data-hand="B"]');
  await page.mouse.click(bishop.x, bishop.y);
  const four = await square(page, '4d');
  await page.mouse.click(four.x, four.y);
  await moves(page, 6);
  // An illegal move cannot be played here.
  await click(page, '9g', '9e');
  await page.waitForTimeout(200);
  assert.equal((await moves(page, 6)).length, 6);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText('The game is over').waitFor();
  assert.match(await page.locator('.outcome').innerText(), /White wins/);
  assert.deepEqual(faults, []);
  await close();
});

test('a move can be typed in any notation, and the list leads back to any position', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, noClock);
  await type(page, '7g7f');
  await moves(page, 1);
  await type(page, '３四歩');
  await moves(page, 2);
  await type(page, 'Bx2b+');
  await moves(page, 3);
  await page.locator('[data-ply="1"]').click();
  assert.match(await pieceAt(page, '3c'), /white pawn/i);
  await page
    .locator('h1, header')
    .first()
    .click({ position: { x: 300, y: 10 } });
  await page.keyboard.press('ArrowRight');
  assert.match(await pieceAt(page, '3d'), /white pawn/i);
  await page.keyboard.press('ArrowUp');
  assert.match(await pieceAt(page, '7g'), /black pawn/i);
  await page.keyboard.press('ArrowDown');
  assert.match(await pieceAt(page, '2b'), /black horse/i);
  await type(page, 'hello');
  await page.getByText('“hello” is not a move in this position.').first().waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(faults, []);
  await close();
});

test('under the laws of FESA the page tells nothing: nifu stands until it is claimed', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, async () => {
    await noClock(page);
    await choose(page, 'FESA Laws');
  });
  for (const [index, move] of [
    '2g2f',
    '8c8d',
    '2f2e',
    '8d8e',
    '2e2d',
    '2c2d',
    '2h2d',
    '8e8f',
    '8g8f',
    '8b8f',
  ].entries()) {
    await type(page, move);
    await moves(page, index + 1);
  }
  // No dots for a piece that is picked up.
  const pawn = await square(page, '1g');
  await page.mouse.click(pawn.x, pawn.y);
  await page.locator('sq.selected').waitFor();
  assert.equal(await page.locator('sq.dest').count(), 0);
  await page.keyboard.press('Escape');
  await drag(page, 'P*', '1e');
  await moves(page, 11);
  const before = await page.locator('.game').innerText();
  assert.doesNotMatch(before, /illegal|nifu|two pawns/i);
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /was illegal/ })
    .click();
  await page.getByText('The game is over').waitFor();
  assert.match(await page.locator('.outcome').innerText(), /White wins/);
  assert.deepEqual(faults, []);
  await close();
});

test('a fourfold repetition ends a friendly game, and is told of before', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, noClock);
  const round = ['2h3h', '8b7b', '3h2h', '7b8b'];
  let count = 0;
  for (const move of [...round, ...round, ...round]) {
    await type(page, move);
    count += 1;
    await moves(page, count);
    if (count === 8) assert.match(await page.locator('.area-side').innerText(), /third time/);
  }
  await page.getByText('The game is over').waitFor();
  assert.match(await page.locator('.outcome').innerText(), /draw|repetition/i);
  assert.deepEqual(faults, []);
  await close();
});

test('a flag falls by itself, and the clock was seen to run', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, async () => {
    await choose(page, 'Other …');
    await page.getByPlaceholder('15m+60s').fill('2s');
    await page.getByPlaceholder('15m+60s').blur();
  });
  await begin(page);
  await page.locator('.clock.running').waitFor();
  await page.getByText('The game is over').waitFor({ timeout: 6000 });
  assert.match(await page.locator('.outcome').innerText(), /White wins/);
  assert.deepEqual(faults, []);
  await close();
});

test('a wrong declaration loses, and the page says so before', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, async () => {
    await noClock(page);
    await choose(page, 'FESA Laws');
  });
  await page.getByRole('button', { name: 'Declare' }).click();
  await page.getByRole('dialog').getByText('A wrong declaration loses the game.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Declare' }).click();
  await page.getByText('The game is over').waitFor();
  assert.match(await page.locator('.outcome').innerText(), /White wins/);
  assert.deepEqual(faults, []);
  await close();
});

for (const variant of ['Shogi', 'Seireigi']) {
  test(`the computer answers in ${variant}, and takes a move back`, async () => {
    const { page, faults, close } = await open(browser, site.url);
    await withComputer(page, site.url, () => choose(page, variant));
    await click(page, '7g', '7f');
    await moves(page, 2);
    await click(page, '2g', '2f');
    await moves(page, 4);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 3);
    await click(page, '9g', '9f');
    await moves(page, 4);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.sg-shapes g.engine').waitFor({ state: 'attached' });
    assert.deepEqual(faults, []);
    await close();
  });
}

test('with a handicap the computer gives pieces and moves first', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await withComputer(page, site.url, () => page.getByLabel('Handicap').selectOption('two-piece'));
  await moves(page, 1);
  assert.match(await pieceAt(page, '8b'), /empty|gold|silver|king/);
  await click(page, '7g', '7f');
  await moves(page, 3);
  assert.deepEqual(faults, []);
  await close();
});

test('furigoma decides the sides, and the pieces are set up in the old order', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await withComputer(page, site.url, async () => {
    await choose(page, 'Furigoma');
    await choose(page, 'Ōhashi order');
  });
  for (let tries = 0; tries < 10; tries++) {
    await page.getByRole('button', { name: 'Toss the pawns' }).click();
    const settled = page.getByRole('button', { name: 'Begin the game' });
    await page.waitForTimeout(1300);
    if (await settled.isVisible()) break;
  }
  await begin(page);
  await page.waitForFunction(() => document.querySelectorAll('piece').length > 40);
  assert.deepEqual(faults, []);
  await close();
});

test('a whole game by the keyboard alone, read aloud', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, noClock);
  const go = async (path: string[]): Promise<void> => {
    for (const key of path) await page.keyboard.press(key);
  };
  await page.locator('[role="gridcell"][tabindex="0"]').focus();
  // From 5e to 7g: pick up; to 7f: put down.
  await go(['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'Enter']);
  assert.deepEqual(await moves(page, 1), ['P-7f']);
  assert.match(await page.getByTestId('spoken').innerText(), /Black: P-7f/);
  // 3c to 3d.
  await go([
    'ArrowUp',
    'ArrowUp',
    'ArrowUp',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'Enter',
    'ArrowDown',
    'Enter',
  ]);
  await moves(page, 2);
  // 8h takes 2b and promotes: a dialog asks.
  await go([
    'ArrowLeft',
    'ArrowLeft',
    'ArrowLeft',
    'ArrowLeft',
    'ArrowLeft',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'Enter',
  ]);
  await go([
    'ArrowUp',
    'ArrowUp',
    'ArrowUp',
    'ArrowUp',
    'ArrowUp',
    'ArrowUp',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'Enter',
  ]);
  await page.getByRole('dialog', { name: 'Promote?' }).waitFor();
  await page.keyboard.press('Enter');
  assert.match(await lastMove(page, 3), /Bx2b\+/);
  // 3a takes 2b.
  await go(['ArrowUp', 'ArrowLeft', 'Enter', 'ArrowDown', 'ArrowRight', 'Enter']);
  await moves(page, 4);
  // The bishop in hand: reached by Tab, put down on 5e.
  await page.locator('.stand-bottom [data-hand="B"]').focus();
  await page.keyboard.press('Enter');
  await go(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter']);
  assert.match(await lastMove(page, 5), /B[*']5e/);
  await page.getByRole('button', { name: 'Resign' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The game is over').waitFor();
  assert.match(await page.getByTestId('spoken').innerText(), /wins/);
  assert.deepEqual(faults, []);
  await close();
});

test('fingers play at phone size: tap and drag, and the page still scrolls', async () => {
  const { page, faults, close } = await open(browser, site.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await atDevice(page, site.url, noClock);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} wide`);
  const from = await square(page, '7g');
  const to = await square(page, '7f');
  await page.touchscreen.tap(from.x, from.y);
  await page.locator('sq.dest').first().waitFor();
  await page.touchscreen.tap(to.x, to.y);
  await moves(page, 1);
  // A drag, by the events that a finger makes.
  const client = await page.context().newCDPSession(page);
  const [start, end] = [await square(page, '3c'), await square(page, '3d')];
  const touch = (
    kind: 'touchStart' | 'touchMove' | 'touchEnd',
    point?: { x: number; y: number },
  ): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', {
      type: kind,
      touchPoints: point ? [{ x: point.x, y: point.y }] : [],
    });
  await touch('touchStart', start);
  await touch('touchMove', { x: start.x, y: start.y + 10 });
  await page.waitForTimeout(60);
  await touch('touchMove', end);
  await page.locator('piece.dragging.touch').waitFor();
  await page.waitForTimeout(60);
  const scrolled = await page.evaluate(() => window.scrollY);
  await touch('touchEnd');
  assert.equal(scrolled, 0);
  assert.deepEqual(await moves(page, 2), ['P-7f', 'P-3d']);
  assert.deepEqual(faults, []);
  await close();
});

test('a game goes on after the page was closed', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await withComputer(page, site.url);
  await click(page, '7g', '7f');
  const before = await moves(page, 2);
  await page.reload();
  assert.deepEqual(await moves(page, 2), before);
  await click(page, '2g', '2f');
  await moves(page, 4);
  assert.deepEqual(faults, []);
  await close();
});

test('a stored game that cannot be read is kept and offered as a file', async () => {
  const { page, faults, close } = await open(browser, site.url);
  const text = '{"log":"of another world"}';
  await page.goto(`${site.url}#/settings`);
  await page.evaluate((kept) => localStorage.setItem('komadai.local-game', kept), text);
  await page.goto(`${site.url}#/play/local`);
  const download = page.waitForEvent('download');
  await page.getByText('Save it as a file').click();
  assert.equal(await readFile(await (await download).path(), 'utf8'), text);
  await page.reload();
  await page.getByText('Discard it').click();
  await page.getByText('Save it as a file').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => localStorage.getItem('komadai.local-game')), null);
  assert.deepEqual(faults, []);
  await close();
});

test('the record is saved in every format', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await atDevice(page, site.url, noClock);
  await type(page, '7g7f');
  await moves(page, 1);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const expected = {
    KIF: '７六歩(77)',
    KI2: '▲７六歩',
    CSA: '+7776FU',
    JKF: '"moves"',
    USI: '7g7f',
    WESTERN: 'P-7f',
    SFEN: ' b - 1',
    BOD: '持駒',
  };
  for (const [name, part] of Object.entries(expected)) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
    ]);
    const { readFile } = await import('node:fs/promises');
    const text = await readFile(await download.path(), 'utf8');
    assert.ok(text.includes(part), `${name}: ${text}`);
  }
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Picture of this position' }).click(),
  ]);
  assert.match(picture.suggestedFilename(), /\.svg$/);
  assert.deepEqual(faults, []);
  await close();
});

const ENTERED = '1K1+R1+R3/+P+P+P+P+P+P+P2/2+B6/9/9/9/9/4k4/9 b B2G4S4N4L11P2g 1';

test('an entered king is counted on the screen, and a right declaration wins', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await fromPosition(page, site.url, ENTERED);
  const panel = page.getByRole('region', { name: 'Impasse' });
  await panel.waitFor();
  assert.match(await panel.innerText(), /king entered[\s\S]*10\/10 pieces/);
  await page.getByRole('button', { name: 'Declare' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Declare' }).click();
  await page.getByText('The game is over').waitFor();
  assert.match(await page.locator('.outcome').innerText(), /Black wins/);
  assert.deepEqual(faults, []);
  await close();
});

test('the same position under the laws of FESA shows no counts', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await fromPosition(page, site.url, ENTERED, { rules: 'fesa' });
  assert.equal(await page.getByRole('region', { name: 'Impasse' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Declare' }).count(), 1);
  assert.deepEqual(faults, []);
  await close();
});

test('in Seireigi golds promote, and forced promotions do not ask', async () => {
  const { page, faults, close } = await open(browser, site.url);
  await fromPosition(page, site.url, '4k4/8P/9/4G4/9/9/9/9/4K4 b - 1', { variant: 'seireigi' });
  await click(page, '1b', '1a');
  assert.equal(await page.locator('sg-promotion-choices piece').count(), 0);
  await moves(page, 1);
  assert.match(await pieceAt(page, '1a'), /tokin/);
  await type(page, '5a4a');
  await moves(page, 2);
  await click(page, '5d', '5c');
  await page.locator('sg-promotion-choices piece.promotedgold').click();
  await moves(page, 3);
  assert.match(await pieceAt(page, '5c'), /great elephant/);
  assert.deepEqual(faults, []);
  await close();
});

test('nothing overflows at 360 pixels', async () => {
  const { page, faults, close } = await open(browser, site.url, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  for (const path of ['', 'new/computer', 'new/local', 'settings', 'clock']) {
    await page.goto(`${site.url}#/${path}`);
    await page.waitForTimeout(200);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, path);
  }
  await fromPosition(page, site.url, '4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1');
  await page.waitForTimeout(300);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, 'game');
  const [board, stand] = [
    await boxOf(page.locator('.board-frame')),
    await boxOf(page.locator('.stand-bottom')),
  ];
  assert.ok(board.width > 330 && stand.width <= board.width + 1, JSON.stringify({ board, stand }));
  assert.deepEqual(faults, []);
  await close();
});
