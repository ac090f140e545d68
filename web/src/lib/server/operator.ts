/** The operators' part of the server. */
import type {
  AccountDetails,
  AuditEntry,
  Invitation,
  OnlinePerson,
  OperatorAct,
  OperatorAnswer,
  Report,
  Restriction,
} from '../wasm/types';
import { ask } from './api';

/** The end of so many days from now; nothing if it is for good. */
export function until(days: number | string): { until?: number } {
  const DAY = 24 * 3600 * 1000;
  return Number(days) > 0 ? { until: Date.now() + Math.round(Number(days) * DAY) } : {};
}

export const operator = {
  act: (act: OperatorAct, reason: string): Promise<OperatorAnswer> =>
    ask('POST', 'operator/acts', { act, reason }),
  log: (before?: number): Promise<AuditEntry[]> =>
    ask('GET', `operator/log?limit=50${before === undefined ? '' : `&before=${before}`}`),
  reports: (all: boolean): Promise<Report[]> => ask('GET', `operator/reports?all=${all}`),
  restrictions: (): Promise<Restriction[]> => ask('GET', 'operator/restrictions'),
  invitations: (): Promise<Invitation[]> => ask('GET', 'operator/invitations'),
  online: (): Promise<OnlinePerson[]> => ask('GET', 'operator/online'),
  account: (name: string): Promise<AccountDetails> =>
    ask('GET', `operator/accounts/${encodeURIComponent(name)}`),
};
