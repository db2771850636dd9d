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
   * Restricts the list to some of its rows, for example for an API key that is limited to some companies. The `total`
   * in `List.head` still counts all rows.
   */
  narrowing?: { condition: RawBuilder<boolean>; text: string };
  /**
   * Default sort order. The key is unique. So it is appended to every other sort order as the last term, with the same
   * direction as the term before it.
   */
  key: OrderTerm;
};

/**
 * Everything that is needed to read pages of a list. The totals of filtered lists are cached under the name of the
 * list.
 */
export type List = ListShape & {
  /**
   * The head row of the list: an SQL source with at most one row. It contains the version of the list and the number of
   * its records. If `snapshot` is set, it also contains `source`, which distinguishes the lists that one path can
   * return, `oldest` and `published`, the oldest stored version and the newest one, `publishedMs`, when the shown
   * version was published, and `note`, a text for the caller of `readSnapshotPage`. In the statement, the head row has
   * the alias `list`, so that `scope` can use its columns.
   */
  head: RawBuilder<{
    version: number;
    total: number;
    source?: string;
    oldest?: number;
    published?: number;
    publishedMs?: number | null;
    note?: string | null;
  }>;
  /** The head row without a count, for pages whose cursor contains the total. */
  bareHead?: RawBuilder<{ version: number; total: number }>;
  /** True if rows can change without a new version. Totals are then counted each time and not remembered. */
  unversioned?: true;
  from: RawBuilder<unknown>;
  /** Condition for the rows of the list; always includes the account. */
  scope: RawBuilder<boolean>;
  /** Condition for the rows that existed in the given version of the list. */
  asOf: (version: RawBuilder<number>) => RawBuilder<boolean>;
  /** Set for a list whose earlier versions stay readable. All pages then show the same version. */
  snapshot?: Snapshot;
  /** True for a short list whose rows can change. Page 1 reads the whole list and stores it for the following pages. */
  small?: true;
  /**
   * Set for a list whose rows can change. Later pages, read with a cursor, then show the rows as they were when page 1
   * was read.
   */
  pinned?: Pinned;
  record: RawBuilder<string>;
  /** Text between two records. Default: a comma. */
  joinedBy?: RawBuilder<string>;
};

/** Everything that is needed to read a list as it was in a PostgreSQL snapshot (docs/decisions/0008). */
export type Pinned = {
  /** The alias of the list's rows. */
  alias: string;
  /**
   * Used instead of `from`. Returns SQL sources that together contain the row versions that the snapshot sees. All of
   * them have the alias `alias` and the same columns. Each source is read separately, in the order of the list and only
   * as far as the page needs. PostgreSQL would not do that for a union.
   */
  parts: (snapshot: RawBuilder<unknown>) => RawBuilder<unknown>[];
  /**
   * Counts the row changes that were made by the given database transaction and later ones. Leaves out changes that
   * also raise the list's version. Stops counting at `changesMax` + 1. ETags and cached totals use this number to
   * detect that the list has changed.
   */
  changesSince?: (transaction: RawBuilder<unknown>) => RawBuilder<number>;
  /** The database transaction that made the newest change counted by `changesSince`, or null if there is none. */
  newestChange?: RawBuilder<string | null>;
};

/**
 * Maximum number of changes since the oldest running database transaction. If `changesSince` counts more, the page gets
 * no ETag and its total is not cached.
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
