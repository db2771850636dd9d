import type { EventEmitter } from 'node:events';
import type pg from 'pg';

/**
 * With synchronous replication, COMMIT waits until a standby has the transaction. If that wait is cancelled, PostgreSQL
 * reports the commit as successful and only sends a warning: the transaction is on the primary's disk, but a failover
 * may lose it. Such a commit must not be acknowledged to anybody, so the warning is handled as the loss of the
 * connection in the middle of the commit: its outcome is unknown.
 */
export class UnreplicatedCommit extends Error {
  override name = 'UnreplicatedCommit';
  constructor() {
    super('Connection terminated: PostgreSQL stopped waiting for the standby, which may not have the transaction');
  }
}

/**
 * PostgreSQL must send warnings to the client, whatever the settings of the server, database or role are. A pooler does
 * not pass this on: behind one, do not raise `client_min_messages`.
 */
export const warningSettings = { client_min_messages: 'warning' };

/** Internals of pg's client that are missing from its published types. */
type Inside = { connection: EventEmitter & { stream: { destroy(): void } } };

/**
 * The function of PostgreSQL that sends the warning, on COMMIT or at the end of an implicit transaction. The text of
 * the warning may be translated, and its code (01000) is that of every warning.
 */
const waitRoutine = 'SyncRepWaitForLSN';

/** Must be called for every connection that may change something. */
export function refuseUnreplicatedCommits(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine !== waitRoutine) return;
    const { connection } = client as unknown as Inside;
    // The success is reported right after the warning, usually in the same packet. pg must not see it.
    for (const event of ['commandComplete', 'readyForQuery']) connection.removeAllListeners(event);
    connection.emit('error', new UnreplicatedCommit());
    connection.stream.destroy();
  });
}
