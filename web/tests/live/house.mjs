/**
 * A club for the tests: the server, the page, and people who meet there.
 *
 * KOMADAI_SERVER is the command that starts a server, with {listen} and {data} for its address and folder. Without it,
 * KOMADAI_URL or KOMADAI_API names a server that runs.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, serve } from '../browser/browser.mjs';
import { open } from '../browser/page.mjs';

/** A server of our own, which can be killed. */
async function openHouse(command) {
  const listen = `127.0.0.1:${18_200 + (process.pid % 700)}`;
  const data = await mkdtemp(join(tmpdir(), 'komadai-live-'));
  const words = command.split(' ').map((word) => word.replace('{listen}', listen).replace('{data}', data));
  let child;
  const start = async () => {
    child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'ignore', 'inherit'] });
    for (let tries = 0; tries < 300; tries++) {
      if (await fetch(`http://${listen}/healthz`).then((answer) => answer.ok, () => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    child.kill('SIGKILL');
    throw new Error(`${words.join(' ')} does not answer`);
  };
  const kill = () => new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
  await start();
  return { api: `http://${listen}`, listen, start, kill, close: async () => { await kill(); await rm(data, { recursive: true }); } };
}

/** The server if one is to be started, the page and a browser. */
export async function openClub() {
  const house = process.env.KOMADAI_SERVER ? await openHouse(process.env.KOMADAI_SERVER) : undefined;
  if (house) process.env.KOMADAI_API = house.api;
  // The page as the server gives it, where it has one.
  const hasPage = house && (await fetch(house.api)).headers.get('content-type')?.startsWith('text/html');
  const site = hasPage ? { url: `${house.api}/`, stop: () => undefined } : await serve();
  const browser = await launch();
  const close = async () => {
    await browser.close();
    site.stop();
    await house?.close();
  };
  return { house, site, browser, close };
}

const PASSWORD = 'correct horse battery';

/** Asks the server something, as whoever has the page. */
export const ask = (page, method, path, body) =>
  page.evaluate(
    async ([how, where, what]) => {
      const body = what === undefined ? {} : { body: JSON.stringify(what), headers: { 'content-type': 'application/json' } };
      const answer = await fetch(`/api/v1/${where}`, { method: how, ...body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${how} ${where}: ${text}`);
      return text ? JSON.parse(text) : undefined;
    },
    [method, path, body],
  );

/**
 * Two people in two browsers and a game between them on given terms: the first is the challenger.
 * `beside` is what else a challenge can name; `options` are those of each one's browser; `account` is a name that the
 * challenger takes before.
 */
export async function meetOn({ browser, site }, terms, { beside = {}, options = [{}, {}], account } = {}) {
  const [first, second] = await Promise.all(options.map((each) => open(browser, site.url, each)));
  await first.page.goto(`${site.url}#/settings`);
  if (account) await ask(first.page, 'POST', 'accounts', { name: account, password: PASSWORD });
  else await ask(first.page, 'GET', 'me');
  const wanted = { rules: { preset: 'casual' }, color: 'black', visibility: 'link', ...terms };
  const { id } = await ask(first.page, 'POST', 'challenges', { terms: wanted, ...beside });
  await second.page.goto(`${site.url}#/challenge/${id}`);
  await second.page.getByRole('button', { name: 'Accept and play' }).click();
  await second.page.waitForURL(/#\/game\//);
  const address = second.page.url();
  await first.page.goto(address);
  const people = [first.page, second.page];
  for (const page of people) await page.locator('.cells').waitFor();
  for (const page of people) await page.locator('.plate.turn').waitFor();
  return {
    black: first.page,
    white: second.page,
    address,
    people: [first, second],
    faults: () => [...first.faults, ...second.faults],
    close: () => Promise.all([first.close(), second.close()]),
  };
}

export async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}
