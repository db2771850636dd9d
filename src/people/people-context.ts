import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { ListContext } from '../lists/read-page.ts';
import type { Log } from '../log.ts';
import type { MailDoor } from '../mail-door.ts';
import type { Sealer } from '../secrets.ts';
import type { Sessions } from './sessions.ts';

/** Dependencies of the operations on people and sessions. */
export type PeopleContext = ListContext & {
  log: Log;
  sealer: Sealer;
  sessions: Sessions;
  /** Undefined if no mail server is configured. */
  mailDoor: MailDoor | undefined;
  baseUrl: string;
  version: string;
  singleSignOn: { name: string; startUrl: string }[];
};

/** A transaction without account scope, for rows that belong to no account or to several. */
export type SystemTx = Transaction<Tables>;
