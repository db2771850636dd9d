import type { Selectable } from 'kysely';
import type { Tables } from './tables.gen.ts';

/** The tables as types, generated from the schema (`npm run tables`), and names for their enumerations. */
export type { Tables };

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

export type SyncState = Row<'sync'>['status'];
export type PushState = Row<'push'>['status'];
export type PushStep = Row<'push'>['step'];
