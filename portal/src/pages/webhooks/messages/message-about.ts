import { t } from '../../../messages/webhooks.ts';
import { spaced } from '../../../ui/state-words.ts';

type Summary = {
  text?: string;
  dataType?: string;
  counts?: { added: number; updated: number; deleted: number };
};

/** What a message is about, in a few words: "Invoices: 12 new, 3 changed". Otherwise the sentence of the event. */
export function aboutOf({ text, dataType, counts }: Summary): string {
  if (dataType === undefined || counts === undefined) return text ?? '';
  const parts = [
    counts.added > 0 ? t('countNew', { count: counts.added }) : '',
    counts.updated > 0 ? t('countChanged', { count: counts.updated }) : '',
    counts.deleted > 0 ? t('countDeleted', { count: counts.deleted }) : '',
  ].filter(Boolean);
  return t('aboutData', { dataType: spaced(dataType), changes: parts.join(', ') || t('nothingChanged') });
}
