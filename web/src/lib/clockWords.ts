/** What stands beside a display: byoyomi or increment. */
import { lengthText } from './clock';
import { t } from './i18n';
import type { Face } from './wasm/types';

export function extraText({ byoyomi, increment, length: period, periods }: Face): string {
  if (increment !== undefined) return t('increment of', { length: lengthText(increment) });
  if (period === undefined) return '';
  if (byoyomi) return periods > 1 ? `${t('byoyomi')} × ${periods}` : t('byoyomi');
  const length = lengthText(period);
  return periods > 1 ? t('byoyomi periods', { periods, length }) : t('byoyomi of', { length });
}
