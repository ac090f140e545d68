/** The one line to the server: it comes back by itself, and whoever listens is told. */
import { api } from './api';
import type { ServerMessage } from './protocol';

type Listener = (message: ServerMessage) => void;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export interface Reply {
  ok: boolean;
  message?: string;
}

class Line {
  /** Is the line up? */
  up = $state(false);
  #socket: WebSocket | undefined;
  #listeners = new Set<Listener>();
  /** Called whenever the line comes up: to join again. */
  #greeters = new Set<() => void>();
  #waiting = new Map<number, (reply: Reply) => void>();
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

  send(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends something that is answered. */
  request(message: Record<string, unknown>): Promise<Reply> {
    if (!this.up) return Promise.resolve({ ok: false, message: 'offline' });
    const re = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(re, resolve);
      this.send({ ...message, re });
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
    socket.addEventListener('message', (event: MessageEvent<string>) => this.#take(JSON.parse(event.data) as ServerMessage));
    socket.addEventListener('close', () => this.#lost(socket));
  }

  #take(message: ServerMessage): void {
    for (const listener of this.#listeners) listener(message);
    if ('re' in message && message.re !== undefined) {
      const ok = message.type === 'events' || message.type === 'done';
      this.#waiting.get(message.re)?.(ok ? { ok } : { ok, message: 'message' in message ? message.message : '' });
      this.#waiting.delete(message.re);
    }
    if (message.type === 'bye') this.#wait = message.retry_ms;
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.up = false;
    for (const resolve of this.#waiting.values()) resolve({ ok: false, message: 'offline' });
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
