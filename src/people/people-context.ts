import type { Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { ListContext } from '../lists/read-page.ts';
import type { Log } from '../log.ts';
import type { MailDoor } from '../mail-door.ts';
import type { Sealer } from '../secrets.ts';
import type { Sessions } from './sessions.ts';

/** What the operations of people need. */
export type PeopleContext = ListContext & {
  log: Log;
  sealer: Sealer;
  sessions: Sessions;
  /** Undefined where the operator has set no mail server. */
  mailDoor: MailDoor | undefined;
  baseUrl: string;
  version: string;
  singleSignOn: { name: string; startUrl: string }[];
};

/** A transaction of what belongs to no account, or to several. */
export type SystemTx = Transaction<Tables>;
