import { findRestored, type RestoredToken } from '../../connections/oauth/store.ts';
import { checkListServer } from '../../lists/forget-past.ts';
import { noticeRestore, tellAll } from '../../operations/notice-restore.ts';
import { readFailover, unknownMax } from '../../operations/read-failover.ts';
import { restoreSteps } from '../../restore-steps.ts';
import { makeFirstDays } from '../../webhooks/messages/message-days.ts';
import { table } from '../table.ts';
import type { Base } from '../with-base.ts';

/**
 * What may stand ahead of the database after a standby took over. With asynchronous replication, the last moments before
 * it are lost here, but not at platforms and clients: pushes that were sent, tokens that were renewed, and cursors that
 * clients have read.
 */
export type Failover = {
  /** Everything up to this time is there; null if no failover or restore was ever noticed. */
  thereUpTo: Date | null;
  /** True if this command noticed the failover, and no process before. */
  isNoticedNow: boolean;
  pushes: {
    /** Daybook asks the platform whether it has them, before anything is sent. */
    beingLookedUp: number;
    /** The platform cannot tell: a person has to decide. */
    unknown: { accountId: string; companyId: string; pushId: string }[];
  };
  tokens: RestoredToken[];
  feeds: {
    /** Accounts whose feed has a new era on this server: bookmarks beyond its start are answered with 410. */
    begunAnew: number;
    /** Accounts whose feed gets one with its next publication or reader. */
    notYet: number;
  };
  /** False until every account has the event `account.restored`. */
  areAccountsTold: boolean;
};

export async function checkFailover(base: Base, url: string): Promise<Failover> {
  // As a process does that notices it. Without a failover, this does nothing.
  await checkListServer({ url });
  await makeFirstDays(base);
  // Processes may be running, so their lanes may already have written to this server.
  const noticed = await noticeRestore(base, { steps: restoreSteps, isRunning: true });
  await tellAll(base, restoreSteps);
  const { system } = base.db;
  const state = await readFailover(system);
  return {
    thereUpTo: state.noticedTo,
    isNoticedNow: noticed?.isNew === true,
    pushes: { beingLookedUp: state.beingLookedUp, unknown: state.unknown },
    tokens: await findRestored(system),
    feeds: { begunAnew: state.begunAnew, notYet: state.notYet },
    areAccountsTold: state.areAccountsTold,
  };
}

export function describeFailover({
  thereUpTo,
  isNoticedNow,
  pushes,
  tokens,
  feeds,
  areAccountsTold,
}: Failover): string {
  if (!thereUpTo) return 'No failover and no restore of this database was ever noticed.';
  const told = areAccountsTold ? 'Every account got' : 'Accounts are getting';
  const lines = [
    `The last failover or restore was noticed ${isNoticedNow ? 'by this command' : 'before'}. Everything up to ${thereUpTo.toISOString()} is there; with asynchronous replication, what was acknowledged later may be missing. ${told} the event account.restored with this time.`,
    `Pushes that the platform may have although this database does not know it: ${pushes.beingLookedUp} are looked up before anything is sent. A push that is missing here altogether is known only to its client: its id is answered with 404.`,
    `Change feed: ${feeds.begunAnew} accounts have begun a new era on this server, ${feeds.notYet} do so with their next change or reader. Bookmarks of the feed that stand ahead of it are answered with 410.`,
  ];
  if (pushes.unknown.length > 0)
    lines.push(
      `Pushes whose outcome only the platform knows (the newest ${unknownMax} at most, also from before). Compare them with the platform; "daybook push show" has what was sent:\n${table(pushes.unknown, ['accountId', 'companyId', 'pushId'])}`,
    );
  const rows = tokens.map(({ platform, accountId, companyId, connectionId, refusedAt }) => ({
    state: refusedAt ? 'authorizeAgain' : 'unchecked',
    ...{ platform, accountId, companyId, connectionId },
  }));
  lines.push(
    rows.length > 0
      ? `OAuth tokens that may have been renewed without this database knowing:\n${table(rows, ['state', 'platform', 'accountId', 'companyId', 'connectionId'])}`
      : 'OAuth tokens: none is in doubt.',
  );
  return lines.join('\n\n');
}
