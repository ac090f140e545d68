/**
 * A club for the tests: the server, the page, and people who meet there.
 *
 * KOMADAI_SERVER is the command that starts a server, with {listen} and {data} for its address and folder. Without it,
 * KOMADAI_URL or KOMADAI_API names a server that runs.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launch, serve, type Site } from '../browser/browser';
import { open, type Opened, type OpenOptions } from '../browser/page';

/** A server of our own, which can be killed. */
export interface OwnServer {
  api: string;
  listen: string;
  start: () => Promise<void>;
  kill: () => Promise<unknown>;
  /** Runs `komadai admin` beside it. */
  admin: (...args: string[]) => Promise<string>;
  close: () => Promise<void>;
}

async function startServer(command: string): Promise<OwnServer> {
  const listen = `127.0.0.1:${18_200 + (process.pid % 700)}`;
  const data = await mkdtemp(join(tmpdir(), 'komadai-live-'));
  const words = command
    .split(' ')
    .map((word) => word.replace('{listen}', listen).replace('{data}', data));
  const [program = '', ...args] = words;
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    for (let tries = 0; tries < 300; tries++) {
      if (
        await fetch(`http://${listen}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    child.kill('SIGKILL');
    throw new Error(`${words.join(' ')} does not answer`);
  };
  const kill = (): Promise<unknown> =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  const admin = async (...words: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(program, ['admin', ...words, '--data', data]);
    return stdout;
  };
  await start();
  return {
    api: `http://${listen}`,
    listen,
    start,
    kill,
    admin,
    close: async () => {
      await kill();
      await rm(data, { recursive: true });
    },
  };
}

export interface Club {
  /** The server, if the tests started it. */
  server: OwnServer | undefined;
  site: Site;
  browser: Browser;
  close: () => Promise<void>;
}

/** The server if one is to be started, the page and a browser. */
export async function openClub(): Promise<Club> {
  const server = process.env.KOMADAI_SERVER
    ? await startServer(process.env.KOMADAI_SERVER)
    : undefined;
  if (server) process.env.KOMADAI_API = server.api;
  // The page as the server gives it, where it has one.
  const hasPage =
    server && (await fetch(server.api)).headers.get('content-type')?.startsWith('text/html');
  const site = hasPage ? { url: `${server.api}/`, stop: () => undefined } : await serve();
  const browser = await launch();
  const close = async (): Promise<void> => {
    await browser.close();
    site.stop();
    await server?.close();
  };
  return { server, site, browser, close };
}

export const PASSWORD = 'correct horse battery';

/** Asks the server something, as whoever has the page. */
export const ask = <T = Record<string, unknown>>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> =>
  page.evaluate(
    async ([how, where, what]) => {
      const sent = what && { body: what, headers: { 'content-type': 'application/json' } };
      const answer = await fetch(`/api/v1/${where}`, { method: how, ...sent });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${how} ${where}: ${text}`);
      return text ? JSON.parse(text) : undefined;
    },
    [method, path, JSON.stringify(body)] as const,
  );

interface MeetOptions {
  /** What else a challenge can name. */
  beside?: object;
  /** Options of each one's browser. */
  options?: [OpenOptions, OpenOptions];
  /** A name that the challenger takes before. */
  account?: string;
  /** The page of the arbiter whom `beside` names: he agrees before the challenge is accepted. */
  arbiter?: Page;
}

export interface Meeting {
  black: Page;
  white: Page;
  address: string;
  people: [Opened, Opened];
  faults: () => string[];
  close: () => Promise<void>;
}

/** Two people in two browsers and a game between them on given terms: the first is the challenger. */
export async function meetOn(
  { browser, site }: Club,
  terms: object,
  { beside = {}, options = [{}, {}], account, arbiter }: MeetOptions = {},
): Promise<Meeting> {
  const [first, second] = await Promise.all([
    open(browser, site.url, options[0]),
    open(browser, site.url, options[1]),
  ]);
  await first.page.goto(`${site.url}#/settings`);
  if (account) await ask(first.page, 'POST', 'accounts', { name: account, password: PASSWORD });
  else await ask(first.page, 'GET', 'me');
  const wanted = { rules: { preset: 'casual' }, color: 'black', visibility: 'link', ...terms };
  const { id } = await ask<{ id: string }>(first.page, 'POST', 'challenges', {
    terms: wanted,
    ...beside,
  });
  if (arbiter) await ask(arbiter, 'PUT', `challenges/${id}/arbiter`);
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
    close: async () => {
      await first.close();
      await second.close();
    },
  };
}

export async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}
