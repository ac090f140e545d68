/** "Your move": in the title and the icon of the tab, and, for those who want it, as a notification. */
import { t } from './i18n';
import { settings } from './settings.svelte';

/** Is it one's move in the game that is open here? */
let here = $state(false);

export const isMoveHere = (): boolean => here;
export function setMoveHere(mine: boolean): void {
  here = mine;
}

/** The title and the icon of the tab. */
export function showInTab(mine: boolean): void {
  document.title = mine ? `● ${t('your move')} – ${t('title')}` : t('title');
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon)
    icon.href = icon.href.replace(/icon(-move)?\.svg$/, mine ? 'icon-move.svg' : 'icon.svg');
}

/** Asks whether notifications may be shown. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Calls somebody who may be looking elsewhere. */
export function call(text: string): void {
  if (settings.vibration) navigator.vibrate?.(200);
  if (!settings.notifications || !document.hidden || !('Notification' in window)) return;
  try {
    const notification = new Notification(t('title'), { body: text, tag: 'komadai' });
    notification.addEventListener('click', () => window.focus());
  } catch {
    // Some phones show notifications of installed apps only.
  }
}
