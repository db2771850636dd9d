import { t } from '../../../messages/settings.ts';
import { dateText } from '../../../ui/date-words.ts';

const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const words: Record<string, string> = {
  true: t('yes'),
  false: t('no'),
  null: t('none'),
  '[]': t('none'),
  '{}': t('none'),
  '': t('empty'),
};

/** A value of the audit log as people read it: times in their zone, yes and no. */
export function valueWords(value: string): string {
  return words[value] ?? (isTime.test(value) ? dateText(value) : value);
}
