/** What went wrong, in the language of the page. */
import { t } from './i18n';
import { Problem } from './server/api';
import { settings } from './settings.svelte';

/** A refusal of the server, by its code; in the server's own words if this page does not know the code. */
export async function problemText(code: string, message: string): Promise<string> {
  const { PROBLEMS } = await import('./i18n/problems');
  return PROBLEMS[code]?.[settings.language] ?? t('went wrong', { error: message });
}

export async function errorText(error: unknown): Promise<string> {
  if (error instanceof Problem) return problemText(error.code, error.message);
  return t('went wrong', { error: error instanceof Error ? error.message : String(error) });
}
