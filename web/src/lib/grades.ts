/** Grades of players, as the wire writes them. */
import { t } from './i18n';

export const BEGINNER = 'beginner';

/** From 20 kyu to 9 dan. */
export const GRADES: readonly string[] = [
  ...Array.from({ length: 20 }, (_, index) => `${20 - index} kyu`),
  ...Array.from({ length: 9 }, (_, index) => `${index + 1} dan`),
];

/** A grade in words; what is none is shown as it came. */
export function gradeName(grade: string): string {
  if (grade === BEGINNER) return t('grade beginner');
  const [number = '', scale] = grade.split(' ');
  if (scale !== 'kyu' && scale !== 'dan') return grade;
  return t(`grade ${scale}`, { number });
}

/** Is this a grade, and not only a word? */
export const gradeStated = (grade: string): boolean => GRADES.includes(grade);
