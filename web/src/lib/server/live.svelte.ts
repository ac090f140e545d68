/** A game on the server. The server judges; the rules in this browser only draw what it tells. */
import type { GameSource, Saved } from '../game/source';
import { today } from '../game/today';
import { t } from '../i18n';
import { problemText } from '../problem';
import { settings } from '../settings.svelte';
import { files, Followed } from '../wasm/client';
import {
  COLORS,
  type Act,
  type Actor,
  type Color,
  type Done,
  type Format,
  type GameView,
  type Heard,
  type Presence,
  type Role,
  type ServerMessage,
} from '../wasm/types';
import { api } from './api';
import { line } from './socket.svelte';
import { NOTHING_SAID, withLine, withPage, type Said } from './talk';

type Message<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;
type LiveEvent = Message<'events'>['events'][number];

export class LiveSource implements GameSource {
  readonly kind = 'live';
  view = $state.raw<GameView>();
  message = $state('');
  chat = $state.raw<Said>(NOTHING_SAID);
  presence = $state.raw<Presence>({ black: true, white: true, spectators: 0 });
  rematchBy = $state<string>();
  next = $state<string>();
  /** How the pawns fell, toss by toss, while this page looked on. */
  tosses = $state.raw<string[]>([]);
  /** Asked for here, so that the next game is opened when it is there. */
  wantsRematch = $state(false);
  /** The draw that ended this game is played again, and that has just been told. */
  replayed = $state(false);
  /** The second game of a match follows, and that has just been told. */
  matched = $state(false);
  failed = $state('');
  role = $state<Role>('spectator');
  readonly thinking = undefined;
  readonly #followed: Followed;
  #last = 0;
  #offset = 0;
  #nonceAdded = false;
  readonly #stop: () => void;

  constructor(readonly id: string) {
    this.#followed = new Followed(id);
    this.#stop = line.listen(
      (heard) => this.#take(heard),
      () => this.#join(),
    );
  }

  get offline(): boolean {
    return !line.up;
  }

  get rematchOffered(): boolean {
    return this.rematchBy !== undefined && this.rematchBy !== this.role && !this.next;
  }

  get seats(): Color[] {
    return COLORS.filter((color) => color === this.role);
  }

  now(): number {
    return Math.max(0, Math.floor(performance.now() + this.#offset));
  }

  async act(_by: Actor, act: Act): Promise<Done> {
    const failed = (refusal: string): Done => ({ ok: false, refusal, rejected: false, lines: [] });
    if (this.view?.newer) return failed(t('newer'));
    const ply = act.kind === 'play' ? { ply: this.view?.moves.length ?? 0 } : {};
    const reply = await line.request({ type: 'act', game: this.id, act, ...ply });
    if (!reply.ok) return failed(reply.message ?? '');
    return { ok: true, rejected: false, lines: [] };
  }

  readMove(text: string): Promise<string> {
    return this.#followed.readMove(text);
  }

  moveText(usi: string): Promise<string> {
    return this.#followed.moveText(usi, settings.notation);
  }

  explain(usi: string): Promise<string | undefined> {
    return this.#followed.explain(usi, settings.language);
  }

  async record(format: Format, encoding: 'utf8' | 'sjis'): Promise<Saved> {
    if (this.view?.phase !== 'finished') return this.#draft(format, encoding);
    const bytes = await api.record(this.id, format);
    if (encoding === 'utf8') return { bytes, notices: [] };
    return files.convert(bytes, this.view?.variant ?? 'shogi', format, encoding);
  }

  /** What is known so far: the server gives the whole record when the game is over. */
  async #draft(format: Format, encoding: 'utf8' | 'sjis'): Promise<Saved> {
    const log = await this.#followed.log();
    return files.record(log, format, encoding, settings.language, today());
  }

  async rematch(): Promise<string> {
    this.wantsRematch = true;
    if (!this.next) await line.request({ type: 'rematch', game: this.id });
    return this.next ? `/game/${this.next}` : `/game/${this.id}`;
  }

  async say(text: string): Promise<void> {
    const reply = await line.request({ type: 'chat', game: this.id, text });
    if (!reply.ok) this.message = reply.message ?? '';
  }

  /** Asks for what was said before the first line that is known. */
  async earlierChat(): Promise<void> {
    const before = this.chat.from;
    const reply = await line.request({ type: 'chat-history', game: this.id, before });
    if (!reply.ok) this.message = reply.message ?? '';
  }

  async refresh(): Promise<void> {
    if (!this.view) return;
    this.view = await this.#followed.view(this.now(), settings.notation, settings.language);
  }

  close(): void {
    line.send({ type: 'leave', game: this.id });
    this.#stop();
    this.#followed.close();
  }

  #join(): void {
    line.send({ type: 'join', game: this.id, after: this.#last });
  }

  #take({ message, last, missed, view }: Heard): void {
    if (message.type === 'game' && message.id !== this.id) return;
    if (message.type !== 'game' && (!('game' in message) || message.game !== this.id)) return;
    if (message.type === 'error' && !this.view) void this.#fail(message);
    else if (message.type === 'chat') this.chat = withLine(this.chat, message.line);
    else if (message.type === 'chat-lines')
      this.chat = withPage(this.chat, message.lines, message.earlier);
    else if (message.type === 'presence') this.presence = message.presence;
    else if (message.type === 'rematch-offered') this.rematchBy = message.by;
    else if (message.type === 'next') this.#follows(message.next);
    if (missed) return this.#join();
    if (!view || last === undefined) return;
    this.#last = last;
    if (message.type === 'game') this.#joined(message);
    else if (message.type === 'events') this.#events(message);
    this.view = this.#followed.whole(view);
    this.#nonce();
  }

  async #fail({ code, message }: Message<'error'>): Promise<void> {
    this.failed = await problemText(code, message);
  }

  #joined(state: Message<'game'>): void {
    this.role = state.role;
    this.#nonceAdded = false;
    this.#offset = state.now - performance.now();
    this.presence = state.presence;
    this.chat = withPage(NOTHING_SAID, state.chat, state.earlier_chat ?? false);
    this.next = state.next;
    for (const event of state.events) this.#notice(event);
  }

  #follows(next: string): void {
    this.next = next;
    this.replayed = this.view?.rules.replay === true && this.view.outcome?.verdict === 'draw';
    this.matched = this.view?.then !== undefined && !this.replayed;
  }

  #events(message: Message<'events'>): void {
    if (message.clock) this.#offset = Math.max(this.#offset, message.clock.at - performance.now());
    this.#toss(message.events);
    for (const event of message.events) this.#notice(event);
  }

  /** What is worth a line of its own. */
  #notice({ by, fact }: LiveEvent): void {
    if (fact.kind === 'greeted' && (by === 'black' || by === 'white')) {
      const words = t(this.view?.phase === 'finished' ? 'greet after' : 'greet before');
      this.message = t('greeting of', { name: this.view?.names[by] ?? '', words });
    } else if (fact.kind === 'claim-rejected') this.message = t('claim wrong');
    else if (fact.kind === 'moved') this.message = '';
  }

  /** Pawns that fall while one looks on. Who has Black now, and what one may do, is told on joining. */
  #toss(events: LiveEvent[]): void {
    const faces = events.flatMap(({ fact }) => (fact.kind === 'tossed' ? [fact.toss] : []));
    if (faces.length === 0) return;
    this.tosses = faces;
    queueMicrotask(() => this.#join());
  }

  /** For a toss that both can check each player adds a number. */
  #nonce(): void {
    const wanted = this.seats.some((color) => this.view?.may[color].includes('add-nonce'));
    if (!wanted || this.#nonceAdded) return;
    this.#nonceAdded = true;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    line.send({ type: 'act', re: 0, game: this.id, act: { kind: 'add-nonce', nonce } });
  }
}
