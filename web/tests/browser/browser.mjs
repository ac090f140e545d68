/** Debian's Chromium, driven by playwright-core; and web/dist, served as a server of the club would. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { extname } from 'node:path';
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

const DIST = new URL('../../dist/', import.meta.url);
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
};

async function file(path, response) {
  const name = path === '/' ? 'index.html' : path.slice(1);
  try {
    const body = await readFile(new URL(name, DIST));
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
  }
}

/** Hands what begins with /api to the server that KOMADAI_API names. */
function forward(api, incoming, response) {
  const { method, url, headers } = incoming;
  const outgoing = request(new URL(url, api), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.writeHead(502).end());
  incoming.pipe(outgoing);
}

function forwardSocket(api, incoming, socket, head) {
  const { hostname, port } = new URL(api);
  const server = connect(Number(port), hostname, () => {
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
    server.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    server.write(head);
    socket.pipe(server).pipe(socket);
  });
  const end = () => {
    server.destroy();
    socket.destroy();
  };
  server.on('error', end).on('close', end);
  socket.on('error', end).on('close', end);
}

/** Serves web/dist, or uses the server that KOMADAI_URL names. */
export async function serve() {
  if (process.env.KOMADAI_URL) return { url: process.env.KOMADAI_URL, stop: () => undefined };
  const api = process.env.KOMADAI_API;
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    if (api && path.startsWith('/api/')) forward(api, incoming, response);
    else void file(path, response);
  });
  if (api) server.on('upgrade', (incoming, socket, head) => forwardSocket(api, incoming, socket, head));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
