import type { RawBuilder } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Fields } from './fields.ts';
import type { OrderTerm } from './order.ts';
import type { ListQuery } from './wire.ts';

/** What can be asked of a list, before any of its rows is looked at. */
export type ListShape = {
  /** Unique among the account's lists. */
  name: string;
  fields: Fields;
  /** A part of the scope that narrows the list below its `total`, such as a key limited to some companies. */
  narrowing?: { condition: RawBuilder<boolean>; text: string };
  /** The order without `orderBy`; unique, and so the last term of every order, in the direction of the one before it. */
  key: OrderTerm;
};

/** What a list is, for the reader of its pages. Filtered totals are remembered under its name. */
export type List = ListShape & {
  /**
   * One row: the version of the list and the number of its records; of a snapshot also `source`, which tells apart lists
   * that a path can lead to, and `oldest`, the first version that is kept. Named `list` in the statement: the scope may
   * refer to its columns.
   */
  head: RawBuilder<{ version: number; total: number; source?: string; oldest?: number }>;
  /** The same row without what is counted, for pages whose cursor brings the total. */
  bareHead?: RawBuilder<{ version: number; total: number }>;
  /** Rows can change without a new version: totals are counted each time instead of remembered. */
  unversioned?: true;
  from: RawBuilder<unknown>;
  /** Which rows belong to the list at all; always with the account's own predicate. */
  scope: RawBuilder<boolean>;
  /** Rows that were there when the list had the given version. */
  asOf: (version: RawBuilder<number>) => RawBuilder<boolean>;
  /** The rows of a version never change: every page shows one version as it was. */
  snapshot?: Snapshot;
  /** Few rows, which change: the list is read whole at page 1, and kept for the pages that follow. */
  small?: true;
  /** The rows change: pages with a cursor read them as they were when page 1 was read. */
  pinned?: Pinned;
  record: RawBuilder<string>;
};

/** What a list needs to be read as of a snapshot of PostgreSQL (docs/decisions/0008). */
export type Pinned = {
  /** The alias of the list's rows. */
  alias: string;
  /**
   * In the place of `from`: where the versions that the snapshot sees are, each part under the alias and with the same
   * columns. Each is read on its own, in order and no further than the page needs: PostgreSQL does not do so for a union.
   */
  parts: (snapshot: RawBuilder<unknown>) => RawBuilder<unknown>[];
  /**
   * How many changes that the version does not show were made by the given transaction and later ones, counted up to
   * `changesMax` + 1. Lists that have it can tell whether anything has changed: ETags and remembered totals rest on it.
   */
  changesSince?: (transaction: RawBuilder<unknown>) => RawBuilder<number>;
  /** The transaction of the newest such change; null without any. */
  newestChange?: RawBuilder<string | null>;
};

/** With more changes than that by transactions that were running at the same time, a state gets no name. */
export const changesMax = 100;

export type Snapshot = {
  /** The version to show where no cursor says another. */
  version: RawBuilder<number>;
  /** Columns that name a row for good: what is read first where the rows themselves would be too many. */
  rowKey: { column: RawBuilder<unknown>; type: RawBuilder<unknown> }[];
};

export type ListRequest = { accountId: string; query: ListQuery; self: string; search: string };

export type ListContext = { db: Db; clock: Clock; cursorKey: Buffer };
