/** The one line to the server: it comes back by itself, and whoever listens is told. */
import { api } from './api';
import { problemText } from '../problem';
import { settings } from '../settings.svelte';
import { hear } from '../wasm/client';
import type { ClientMessage, Heard } from '../wasm/types';

type Listener = (heard: Heard) => void;
/** A message that is answered, before it has its number. */
type Request =
  Extract<ClientMessage, { re: number }> extends infer M
    ? M extends { re: number }
      ? Omit<M, 're'>
      : never
    : never;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export interface Reply {
  ok: boolean;
  message?: string;
}

/** What the server does not do, in the language of the page. */
async function refused(code: string, told: string): Promise<Reply> {
  return { ok: false, message: await problemText(code, told) };
}

class Line {
  /** Is the line up? */
  up = $state(false);
  #socket: WebSocket | undefined;
  #listeners = new Set<Listener>();
  /** Called whenever the line comes up: to join again. */
  #greeters = new Set<() => void>();
  #waiting = new Map<number, (reply: Reply | Promise<Reply>) => void>();
  #next = 1;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Listens until the answer is called; `greet` runs now if the line is up, and each time it comes up. */
  listen(listener: Listener, greet: () => void): () => void {
    this.#listeners.add(listener);
    this.#greeters.add(greet);
    if (this.up) greet();
    else void this.#connect();
    return () => {
      this.#listeners.delete(listener);
      this.#greeters.delete(greet);
      if (this.#listeners.size === 0) this.#close();
    };
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends something that is answered. */
  request(message: Request): Promise<Reply> {
    if (!this.up) return refused('offline', 'offline');
    const re = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(re, resolve);
      this.send({ ...message, re } as ClientMessage);
    });
  }

  async #connect(): Promise<void> {
    if (this.#socket || this.#timer) return;
    try {
      // A cookie says who one is; a newcomer becomes a guest.
      await api.me();
    } catch {
      this.#later();
      return;
    }
    if (this.#socket || this.#listeners.size === 0) return;
    const address = new URL('/api/v1/socket', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    address.hash = '';
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.up = true;
      this.#wait = FIRST_WAIT;
      for (const greet of this.#greeters) greet();
    });
    socket.addEventListener('message', (event: MessageEvent<string>) => this.#hear(event.data));
    socket.addEventListener('close', () => this.#lost(socket));
  }

  /** The text goes to the worker as it is, and comes back read. Answers keep the order of the messages. */
  #hear(text: string): void {
    void hear(text, settings.notation, settings.language)
      .then((heard) => this.#take(heard))
      .catch((error: unknown) => console.error('message not read', error));
  }

  #take(heard: Heard): void {
    const { message } = heard;
    for (const listener of this.#listeners) listener(heard);
    if ('re' in message && typeof message.re === 'number') {
      const ok = ['events', 'done', 'chat-lines'].includes(message.type);
      const told = 'message' in message ? message.message : '';
      const coded = message.type === 'error' ? refused(message.code, told) : { ok, message: told };
      const reply = ok ? { ok } : coded;
      this.#waiting.get(message.re)?.(reply);
      this.#waiting.delete(message.re);
    }
    if (message.type === 'bye') this.#wait = message.retry_ms;
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.up = false;
    for (const resolve of this.#waiting.values()) resolve(refused('offline', 'offline'));
    this.#waiting.clear();
    this.#later();
  }

  #later(): void {
    if (this.#listeners.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#connect();
    }, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    this.up = false;
    socket?.close();
  }
}

export const line = new Line();
