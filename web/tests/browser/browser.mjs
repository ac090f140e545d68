/** Debian's Chromium, driven by playwright-core. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const EXECUTABLE = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = () => chromium.launch({ executablePath: EXECUTABLE, headless: true, args: FLAGS });

/** Serves web/dist, or uses the server that KOMADAI_URL names. */
export async function serve() {
  if (process.env.KOMADAI_URL) return { url: process.env.KOMADAI_URL, stop: () => undefined };
  const port = 4100 + (process.pid % 800);
  const child = spawn('npx', ['vite', 'preview', '--port', String(port), '--strictPort', '--host', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 150; tries++) {
    const up = await fetch(url).then((response) => response.ok, () => false);
    if (up) return { url, stop: () => process.kill(-child.pid) };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}
