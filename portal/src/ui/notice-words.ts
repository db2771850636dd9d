import type { Answer } from '../api.ts';
import { t } from '../messages/notices.ts';

export type Notice = Answer<'getNotices'>['results'][number];
type Words = { title: string; meaning: string };

const words: Record<string, Words> = {
  consumerFailing: { title: t('consumerFailing'), meaning: t('consumerFailingMeaning') },
  connectionDeauthorized: { title: t('connectionDeauthorized'), meaning: t('connectionDeauthorizedMeaning') },
  syncsFailing: { title: t('syncsFailing'), meaning: t('syncsFailingMeaning') },
  backlogGrowing: { title: t('backlogGrowing'), meaning: t('backlogGrowingMeaning') },
  databaseGrowing: { title: t('databaseGrowing'), meaning: t('databaseGrowingMeaning') },
};

export const memberKinds = ['consumerFailing', 'connectionDeauthorized', 'syncsFailing'];
export const operatorKinds = ['backlogGrowing', 'databaseGrowing'];

/** A newer service may have kinds that this page does not know. They are shown by their own name. */
export const wordsOf = (kind: string): Words => words[kind] ?? { title: kind, meaning: '' };

/**
 * The name of what the notice is about, such as a consumer. A notice about the installation has no such name, so the
 * details are returned instead.
 */
export const subjectOf = ({ name, detail }: Notice): string => name || detail;

export function titleOf(notice: Notice): string {
  const { title } = wordsOf(notice.kind);
  return notice.recovered ? t('recoveredTitle', { title }) : title;
}
