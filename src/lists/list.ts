import type { RawBuilder } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';
import type { Fields } from './fields.ts';
import type { OrderTerm } from './order.ts';
import type { ListQuery } from './wire.ts';

/** Everything that is needed to check a request for a list, before any row is read. */
export type ListShape = {
  /** Name of the list, unique among the account's lists. */
  name: string;
  fields: Fields;
  /**
   * Restricts the list to fewer rows than its `total` counts, for example for a key that is limited to some companies.
   */
  narrowing?: { condition: RawBuilder<boolean>; text: string };
  /**
   * Default sort order. The key is unique, so it is also the last term of every other order, in the direction of the
   * term before it.
   */
  key: OrderTerm;
};

/** Everything that is needed to read pages of a list. Totals of filters are remembered under the name of the list. */
export type List = ListShape & {
  /**
   * A source with one row: the version of the list and the number of its records. For a snapshot, the row also has
   * `source`, which distinguishes the lists that one path can return, and `oldest`, the oldest stored version. It is
   * named `list` in the statement, so that the scope can refer to its columns.
   */
  head: RawBuilder<{ version: number; total: number; source?: string; oldest?: number }>;
  /** The same source without counting, for pages whose cursor contains the total. */
  bareHead?: RawBuilder<{ version: number; total: number }>;
  /** True if rows can change without a new version. Totals are then counted each time and not remembered. */
  unversioned?: true;
  from: RawBuilder<unknown>;
  /** Condition for the rows of the list; always includes the account. */
  scope: RawBuilder<boolean>;
  /** Condition for the rows that existed in the given version of the list. */
  asOf: (version: RawBuilder<number>) => RawBuilder<boolean>;
  /** Set if the rows of a version never change, so that all pages can show the same version. */
  snapshot?: Snapshot;
  /** True for a short list whose rows change. Page 1 reads the whole list and stores it for the following pages. */
  small?: true;
  /** Set if rows change. Pages with a cursor show the rows as they were when page 1 was read. */
  pinned?: Pinned;
  record: RawBuilder<string>;
};

/** Everything that is needed to read a list as it was in a PostgreSQL snapshot (docs/decisions/0008). */
export type Pinned = {
  /** The alias of the list's rows. */
  alias: string;
  /**
   * Used instead of `from`. Returns the sources of the row versions that the snapshot sees, all with the alias and the
   * same columns. Each source is read separately, in order and only as far as the page needs. PostgreSQL does not do
   * that for a union.
   */
  parts: (snapshot: RawBuilder<unknown>) => RawBuilder<unknown>[];
  /**
   * The number of changes by the given transaction and later ones that the list's version does not reflect, counted up
   * to `changesMax` + 1. This number shows whether the list has changed. ETags and remembered totals depend on it.
   */
  changesSince?: (transaction: RawBuilder<unknown>) => RawBuilder<number>;
  /** The transaction of the newest change that the list's version does not reflect, or null if there is none. */
  newestChange?: RawBuilder<string | null>;
};

/**
 * Maximum number of changes by concurrent transactions. With more changes, the state has no name and the page has no
 * ETag.
 */
export const changesMax = 100;

export type Snapshot = {
  /** The version to show for a page without a cursor. */
  version: RawBuilder<number>;
  /** Columns that permanently identify a row. A large page reads these columns first, then the rows in parts. */
  rowKey: { column: RawBuilder<unknown>; type: RawBuilder<unknown> }[];
};

export type ListRequest = { accountId: string; query: ListQuery; self: string; search: string };

export type ListContext = { db: Db; clock: Clock; cursorKey: Buffer };
