import type { Answer } from '../../api.ts';

/** What the API returns about the migration of an account. */
export type Migration = Answer<'getMigration'>;
