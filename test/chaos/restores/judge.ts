import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { ask } from './cluster.ts';
import { runProgram } from './run-program.ts';
import type { Stage } from './stage.ts';
import type { Traffic } from './traffic.ts';

/** What clients and operators see after the restore. */
type Seen = { stage: Stage; traffic: Traffic; url: string; chosen: Date; received: ReadonlySet<string> };

const settleWithinMs = 120_000;

export async function judge(seen: Seen): Promise<Figures> {
  await untilSettled(seen);
  return {
    ...(await judgeWrites(seen)),
    ...(await judgePushes(seen)),
    ...(await judgeTokens(seen)),
    ...(await judgeMessages(seen)),
    ...(await judgeBookmarks(seen)),
  };
}

/** Waits until every push of the backup has an outcome, and every token of the backup was tried. */
async function untilSettled({ url }: Seen): Promise<void> {
  const open = `select (select count(*) from push where step in ('waiting', 'sent', 'accepted'))
    + (select count(*) from oauth_token where restored_at is not null and refused_at is null)
    + (select count(*) from delivery) as n`;
  await waitFor(async () => Number((await ask(url, open))[0]?.n) === 0, settleWithinMs).catch(() => {});
}

/** Every write that was acknowledged before the chosen moment must be there. Later ones are counted as lost. */
async function judgeWrites({ stage, traffic, chosen }: Seen): Promise<Figures> {
  let [missing, lost, kept] = [0, 0, 0];
  for (const write of traffic.acknowledged) {
    const { status } = await stage.account.send(`GET ${write.path}`);
    if (status === 200) kept++;
    else if (write.atMs <= chosen.getTime()) missing++;
    else lost++;
  }
  return { 'writes.kept': kept, 'writes.lostAfterChosen': lost, 'writes.missingBeforeChosen': missing };
}

type Row = { push_id: string; company_id: string; status: string; step: string; record_id: string | null };

/** The platform must have every push once, whether Daybook still knows it or not. */
async function judgePushes({ stage, traffic, url }: Seen): Promise<Figures> {
  const rows: Row[] = await ask(url, 'select push_id, company_id, status, step, record_id from push');
  const known = new Map(rows.map((row) => [row.push_id, row]));
  const found = { twice: 0, wrong: 0, lost: 0, unreadable: 0 };
  let transfers = 0;
  for (const company of [stage.held, ...stage.companies]) {
    const writes = await stage.control.writes(company.name);
    for (const dataType of new Set(writes.map(({ type }) => type))) await company.sync(dataType);
    transfers += writes.filter(({ type }) => type === 'transfers').length;
    const byReference = Map.groupBy(writes, (write) => write.key ?? write.client_ref ?? '');
    byReference.delete('');
    for (const [reference, done] of byReference) {
      found.twice += done.length - 1;
      const row = known.get(reference);
      if (!row) found.lost++;
      else if (row.status !== 'Success' || row.record_id !== done[0]?.id) found.wrong++;
    }
    for (const { type, id } of writes) {
      const path = `${company.path}/data/${type}/${encodeURIComponent(id)}`;
      if ((await stage.account.send(`GET ${path}`)).status !== 200) found.unreadable++;
    }
    for (const row of rows)
      if (row.company_id === company.companyId && row.status === 'Success' && row.record_id !== null)
        if (!writes.some(({ id }) => id === row.record_id)) found.wrong++;
  }
  found.twice += Math.max(0, transfers - traffic.transfers);
  return {
    'pushes.acknowledged': traffic.acknowledged.filter(({ kind }) => kind === 'push').length,
    'pushes.lostAfterChosen': found.lost,
    'pushes.twice': found.twice,
    'pushes.wrongOutcome': found.wrong,
    'pushes.unfinished': rows.filter(({ step }) => ['waiting', 'sent', 'accepted'].includes(step)).length,
    'pushes.unknown': rows.filter(({ step }) => step === 'unknown').length,
    'pushes.recordsUnreadable': found.unreadable,
  };
}

/** Of three connections, only the one whose token was replaced beyond the grace period must be authorized again. */
async function judgeTokens({ stage, url }: Seen): Promise<Figures> {
  const { rotated, idle, inGrace } = stage.connections;
  const rows = JSON.parse(await runProgram(url, ['db', 'restored', '--json'])) as {
    state: string;
    connectionId: string;
  }[];
  const reported = rows.filter(({ state }) => state === 'authorizeAgain').map(({ connectionId }) => connectionId);
  const events = [...stage.receiver.events.values()].filter(({ type }) => type === 'connection.deauthorized');
  const statusOf = async ({ companyId, connectionId }: typeof rotated) =>
    (await stage.account.send(`GET /companies/${companyId}/connections/${connectionId}`)).body.status;
  const isShown = (await statusOf(rotated)) === 'Deauthorized';
  const isTold = events.some(({ connectionId }) => connectionId === rotated.connectionId);
  const good = await Promise.all([statusOf(idle), statusOf(inGrace)]);
  return {
    'tokens.unchecked': rows.filter(({ state }) => state === 'unchecked').length,
    'tokens.reported': reported.length,
    'tokens.unreported': reported.includes(rotated.connectionId) && isShown && isTold ? 0 : 1,
    'tokens.wronglyReported': reported.filter((id) => id !== rotated.connectionId).length,
    'tokens.stillLinked': good.filter((status) => status === 'Linked').length,
  };
}

/** The log must have every message up to the time that consumers were told. */
async function judgeMessages({ stage, url, chosen, received }: Seen): Promise<Figures> {
  const rows: { message_id: string }[] = await ask(url, 'select message_id from message');
  const log = new Set(rows.map((row) => row.message_id));
  const { events } = stage.receiver;
  const told = [...events.values()].filter(({ type }) => type === 'account.restored');
  const mark = told[0] ? new Date(String(told[0].data.restoredTo)) : undefined;
  const lost = [...received].flatMap((id) => (log.has(id) ? [] : [events.get(id)?.generatedAt ?? new Date(0)]));
  return {
    'messages.received': received.size,
    'messages.lost': lost.length,
    'messages.lostBeforeMark': lost.filter((at) => mark === undefined || at <= mark).length,
    'messages.deliveredAgain': [...received].filter((id) => (events.get(id)?.times ?? 0) > 1).length,
    'consumers.notTold': told.length === 1 ? 0 : 1,
    'consumers.markBeforeChosenSeconds': mark ? (chosen.getTime() - mark.getTime()) / 1000 : Number.NaN,
  };
}

/** Positions in the change feed from before the chosen moment work; those that do not exist any more return 410. */
async function judgeBookmarks({ stage, traffic, chosen }: Seen): Promise<Figures> {
  const statusOf = async (next: string) =>
    (await stage.account.send(`GET /changes?after=${encodeURIComponent(next)}`)).status;
  const chosenMs = chosen.getTime();
  const older = traffic.bookmarks.filter(({ atMs }) => atMs < chosenMs - 1000);
  const newest = traffic.bookmarks.at(-1);
  const old = older.at(-1);
  return {
    'bookmarks.oldRejected': old && (await statusOf(old.next)) === 200 ? 0 : 1,
    'bookmarks.newAccepted': newest && (await statusOf(newest.next)) === 410 ? 0 : 1,
  };
}
