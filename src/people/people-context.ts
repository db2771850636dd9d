import type { Transaction } from 'kysely';
import type { CellTag } from '../base/cell-tag.ts';
import type { Log } from '../base/log.ts';
import type { Sealer } from '../base/secrets.ts';
import type { CellClient } from '../cells/cell-client.ts';
import type { Tables } from '../db/tables.ts';
import type { ListContext } from '../lists/page/read-page.ts';
import type { Mailer } from '../outbound/mail.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Dependencies of the operations on people and sessions. */
export type PeopleContext = ListContext & {
  log: Log;
  sealer: Sealer;
  tag: CellTag;
  sessions: Sessions;
  /** Undefined if no mail server is configured. */
  mailer: Mailer | undefined;
  baseUrl: string;
  version: string;
  /** Undefined if the installation has only one cell. */
  cells: CellClient | undefined;
  singleSignOn: { name: string; startUrl: string }[];
};

/** A database transaction without account scope. Used for rows that belong to no client account or to several. */
export type SystemTx = Transaction<Tables>;
