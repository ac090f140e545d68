/** The page and a browser for all tests of a file: both are there before the first and go after the last. */
import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';
import { launch, serve, type Site } from './browser';

export let site: Site;
export let browser: Browser;

beforeAll(async () => {
  site = await serve();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  site?.stop();
});
