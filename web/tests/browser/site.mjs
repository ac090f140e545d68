/** The page and a browser for all tests of a file: both are there before the first and go after the last. */
import { after, before } from 'node:test';
import { launch, serve } from './browser.mjs';

export let site;
export let browser;

before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.stop();
});
