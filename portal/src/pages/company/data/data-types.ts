import type { Answer } from '../../../api.ts';
import type { Sync } from './SyncProgress.tsx';

export type TypeStatus = Answer<'getDataStatus'>[string];
/** A data type of the company, and its sync while one is under way. */
export type TypeRow = { type: TypeStatus; sync: Sync | undefined };

/** The operations whose answers change when a sync is requested. */
export const shownByData = ['getDataStatus', 'listSyncs', 'getCompany'] as const;

const isSynced = ({ generation, status }: TypeStatus) =>
  generation > 0 || !['NotRequested', 'NotSupported'].includes(status);

/** The data types that are or were synced come first; the others are listed below them. */
export function splitTypes(types: readonly TypeStatus[]): { synced: TypeStatus[]; others: TypeStatus[] } {
  return { synced: types.filter(isSynced), others: types.filter((type) => !isSynced(type)) };
}

/** The data type that is shown first: invoices if they can be read, otherwise the first one that can be read. */
export function firstType(types: readonly TypeStatus[]): string | undefined {
  const readable = types.filter(({ generation }) => generation > 0);
  const { synced } = splitTypes(types);
  const among = readable.length > 0 ? readable : synced;
  return (among.find(({ dataType }) => dataType === 'invoices') ?? among[0])?.dataType;
}
