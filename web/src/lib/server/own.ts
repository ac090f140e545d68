/** One's own account beyond name and password, reports and blocks. */
import type { OwnAccount } from '../wasm/types';
import { ask } from './api';

/** A secret for an app that shows codes. */
export interface Enrolment {
  secret: string;
  uri: string;
  /** The path of an SVG. */
  path: string;
  width: number;
}

/** A person, a line or a game. */
export interface Whom {
  name?: string;
  game?: string;
  line?: number;
  seat?: 'black' | 'white';
}

export const own = {
  account: (): Promise<OwnAccount> => ask('GET', 'account'),
  changePassword: (old: string, next: string): Promise<void> =>
    ask('PUT', 'account/password', { old, new: next }),
  deleteAccount: (password: string): Promise<void> => ask('DELETE', 'account', { password }),
  enrol: (password: string): Promise<Enrolment> =>
    ask('POST', 'account/second-factor', { password }),
  confirmFactor: (code: string): Promise<{ codes: string[] }> =>
    ask('PUT', 'account/second-factor', { code }),
  removeFactor: (password: string, code: string): Promise<void> =>
    ask('DELETE', 'account/second-factor', { password, code }),
  setEmail: (email: string, password: string): Promise<void> =>
    ask('PUT', 'account/email', { email, password }),
  removeEmail: (): Promise<void> => ask('DELETE', 'account/email'),
  confirmEmail: (token: string): Promise<void> => ask('POST', 'email-confirmation', { token }),
  askForReset: (email: string): Promise<void> => ask('POST', 'password-reset', { email }),
  reset: (token: string, password: string): Promise<void> =>
    ask('PUT', 'password-reset', { token, password }),
  report: (about: Whom, text: string): Promise<void> => ask('POST', 'reports', { about, text }),
  blocks: (): Promise<{ name: string }[]> => ask('GET', 'blocks'),
  block: (whom: Whom): Promise<void> => ask('POST', 'blocks', whom),
  unblock: (name: string): Promise<void> => ask('DELETE', 'blocks', { name }),
};
