import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/books.ts';

export type Restatements = Answer<'getRestatements'>;

export const changeKinds = ['added', 'changed', 'deleted', 'backdated'] as const;

/** A change that is newer than the portal is shown by its own name. */
export const changeWords: Record<string, string> = {
  added: t('added'),
  changed: t('changed'),
  deleted: t('deleted'),
  backdated: t('backdated'),
};
