/** Debian's Chromium, driven by playwright-core; and crates/cli/page, served as a server of the club would. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Duplex } from 'node:stream';
import { chromium, type Browser } from 'playwright-core';

export const EXECUTABLE =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, headless: true, args: FLAGS });

const PAGE = new URL('../../../crates/cli/page/', import.meta.url);
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
};

async function file(path: string, response: ServerResponse): Promise<void> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  try {
    const body = await readFile(new URL(name, PAGE));
    response
      .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
      .end(body);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
  }
}

/** Hands what begins with /api to the server that KOMADAI_API names. */
function forward(api: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming;
  const outgoing = request(new URL(url ?? '/', api), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.writeHead(502).end());
  incoming.pipe(outgoing);
}

function forwardSocket(api: string, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(api);
  const server = connect(Number(port), hostname, () => {
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
    server.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    server.write(head);
    socket.pipe(server).pipe(socket);
  });
  const end = (): void => {
    server.destroy();
    socket.destroy();
  };
  server.on('error', end).on('close', end);
  socket.on('error', end).on('close', end);
}

export interface Site {
  url: string;
  stop: () => void;
}

/** Serves crates/cli/page, or uses the server that KOMADAI_URL names. */
export async function serve(): Promise<Site> {
  if (process.env.KOMADAI_URL) return { url: process.env.KOMADAI_URL, stop: () => undefined };
  const api = process.env.KOMADAI_API;
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    if (api && path.startsWith('/api/')) forward(api, incoming, response);
    else void file(path, response);
  });
  if (api)
    server.on('upgrade', (incoming, socket, head) => forwardSocket(api, incoming, socket, head));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
