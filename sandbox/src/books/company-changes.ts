import type { RecordVersion } from './book.ts';
import { changeTimeText } from './dates.ts';

/**
 * All changes to a company's initial books. Unchanged records are not stored but computed. `position` increases with
 * every change of the company, across all data types.
 */
export type CompanyChanges = {
  position: number;
  /** Changes up to this position are forgotten. A client with an earlier position must read everything again. */
  horizon: number;
  dataTypes: Map<string, TypeChanges>;
};

export type TypeChanges = {
  /** Changed records by id. */
  touched: Map<string, TouchedRecord>;
  /** Added records, ordered by id. */
  added: { id: string; index: number }[];
  deletedCount: number;
  log: { position: number; id: string }[];
};

export type TouchedRecord = {
  index: number;
  revision: number;
  isDeleted: boolean;
  position: number;
  /** The same as `RecordVersion.text`. */
  text?: string;
};

export function noChanges(): CompanyChanges {
  return { position: 0, horizon: 0, dataTypes: new Map() };
}

function noTypeChanges(): TypeChanges {
  return { touched: new Map(), added: [], deletedCount: 0, log: [] };
}

const untouched = noTypeChanges();

/** Returns the changes of a data type, for reading only. */
export function changesOf(changes: CompanyChanges, dataType: string): Readonly<TypeChanges> {
  return changes.dataTypes.get(dataType) ?? untouched;
}

/** Records one change. Moves `horizon` forward, so that only the newest `logMax` changes are remembered. */
export function recordChange(
  changes: CompanyChanges,
  dataType: string,
  change: { id: string; index: number; kind: 'create' | 'update' | 'delete'; text?: string },
  logMax: number,
): void {
  const type = changes.dataTypes.get(dataType) ?? noTypeChanges();
  changes.dataTypes.set(dataType, type);
  const position = ++changes.position;
  const { id, index, kind } = change;
  const before = type.touched.get(id);
  const revision = (before?.revision ?? 0) + (kind === 'update' ? 1 : 0);
  const text = kind === 'delete' ? undefined : (change.text ?? before?.text);
  type.touched.set(id, {
    index,
    revision,
    isDeleted: kind === 'delete',
    position,
    ...(text !== undefined && { text }),
  });
  if (kind === 'create') type.added.splice(firstAfter(type.added, id), 0, { id, index });
  if (kind === 'delete') type.deletedCount++;
  type.log.push({ position, id });
  changes.horizon = Math.max(changes.horizon, position - logMax);
  // Trim the log only occasionally, not with every change.
  if (type.log.length > 2 * logMax) type.log = type.log.filter((entry) => entry.position > changes.horizon);
}

export function versionOf(id: string, index: number, touched: TouchedRecord | undefined): RecordVersion {
  if (!touched) return { id, index, revision: 0 };
  const { revision, position, text } = touched;
  return { id, index, revision, modifiedAt: changeTimeText(position), ...(text !== undefined && { text }) };
}

/** Returns the index of the first added record whose id is greater than the given id. */
export function firstAfter(added: readonly { id: string }[], id: string): number {
  let [low, high] = [0, added.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((added[middle]?.id ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}
