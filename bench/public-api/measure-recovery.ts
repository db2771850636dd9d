import { setTimeout as sleep } from 'node:timers/promises';
import { round, say } from '../report.ts';
import { companiesOf } from './measure-live.ts';
import { postCompanies, postOnly } from './post-companies.ts';
import { connections, endProcess, type Stage } from './stage.ts';

/**
 * The receiver rejects everything until all messages wait for a later attempt. When it is back, one request makes them
 * due. Every message must then arrive exactly once.
 */
export async function measureRecovery(stage: Stage): Promise<void> {
  const { figures, size } = stage;
  const server = await stage.all();
  const { keys, accountIds } = await stage.tenants(1, 'noted/recovered');
  await postOnly({ url: server.url, keys, connections, seconds: size.warmUpSeconds });
  await stage.settled();
  await fetch(`${stage.receiver.url}/outage`);
  await stage.reset();
  await postOnly({ url: server.url, keys, connections, requests: size.outage });
  await untilWaiting(stage);
  const { waiting, firstMs } = await waitingDeliveries(stage);
  await fetch(`${stage.receiver.url}/outage-over`);
  await stage.noted();
  const clock = await stage.clock(server);
  const startedAt = performance.now();
  const consumerId = await consumerOf(stage, accountIds);
  const response = await fetch(`${server.url}/webhooks/consumers/${consumerId}/retry`, {
    method: 'POST',
    headers: { authorization: keys[0] ?? '' },
  });
  if (!response.ok) throw new Error(`The retry was answered with ${response.status}: ${await response.text()}`);
  const arrived: string[] = [];
  let seconds = Number.NaN;
  for (const until = startedAt + Math.min(120_000, firstMs); performance.now() < until; await sleep(20)) {
    arrived.push(...(await stage.noted()).map(([, messageId]) => messageId));
    if (Number.isNaN(seconds) && arrived.length >= waiting) seconds = (performance.now() - startedAt) / 1000;
    // A repeated delivery would arrive shortly after the others.
    if (performance.now() - startedAt > (seconds + 3) * 1000) break;
  }
  const distinct = new Set(arrived).size;
  const cpu = clock();
  figures['recovery.messages'] = waiting;
  figures['recovery.arrived'] = distinct;
  figures['recovery.lost'] = waiting - distinct;
  figures['recovery.duplicates'] = arrived.length - distinct;
  figures['recovery.perSecond'] = round(waiting / seconds);
  figures['recovery.cpuMs'] = round(cpu.bothMs / waiting);
  say(`recovery: ${figures['recovery.perSecond']}/s, ${figures['recovery.duplicates']} duplicates`);
  await endProcess(server);
}

/** Until every message has failed twice. The third attempt follows 5 minutes later. */
async function untilWaiting(stage: Stage): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await stage.producers.db.pool.query(
      'select exists (select from delivery where attempts < 2) as due',
    );
    if (!rows[0].due) return;
    await sleep(100);
  }
  throw new Error('After two minutes, some messages were still not waiting for their third attempt.');
}

async function waitingDeliveries(stage: Stage): Promise<{ waiting: number; firstMs: number }> {
  const { rows } = await stage.producers.db.pool.query(
    `select count(*)::int as waiting, extract(epoch from min(due_at) - now())::float8 * 1000 as "firstMs" from delivery`,
  );
  return rows[0];
}

async function consumerOf(stage: Stage, accountIds: string[]): Promise<string> {
  const { rows } = await stage.producers.db.pool.query('select consumer_id from consumer where account_id = any ($1)', [
    accountIds,
  ]);
  return rows[0].consumer_id;
}

/** kill -9 under load, and a new process at once: every committed message must arrive. */
export async function measureKill(stage: Stage): Promise<void> {
  const { figures } = stage;
  const server = await stage.all();
  const { keys, accountIds } = await stage.tenants(1, 'noted/killed');
  await stage.noted();
  const sending = postCompanies({ url: server.url, keys, connections, seconds: 30, isNoting: true });
  await sleep(5000);
  await endProcess(server, 'SIGKILL');
  const startedAt = performance.timeOrigin + performance.now();
  const again = await stage.all();
  const readyAt = performance.timeOrigin + performance.now();
  const sent = await sending;
  await stage.settled();
  await sleep(500);
  const arrivals = await stage.noted();
  const arrived = new Set(arrivals.map(([, messageId]) => messageId));
  const companies = await companiesOf(stage, accountIds);
  const answered = new Set(sent.noted.map(([companyId]) => companyId));
  for (const companyId of companies.values()) answered.delete(companyId);
  const last = Math.max(...arrivals.map(([, , at]) => at));
  figures['kill.messages'] = companies.size;
  figures['kill.afterRestart'] = arrivals.filter(([, , at]) => at > startedAt).length;
  // Messages that did not arrive, and companies that were confirmed but have no message.
  figures['kill.lost'] = [...companies.keys()].filter((messageId) => !arrived.has(messageId)).length + answered.size;
  figures['kill.duplicates'] = arrivals.length - arrived.size;
  figures['kill.lastArrivalSeconds'] = round(Math.max(0, last - readyAt) / 1000);
  figures['kill.lastArrivalAfterStartSeconds'] = round(Math.max(0, last - startedAt) / 1000);
  say(`kill: ${figures['kill.lost']} lost, last arrival after ${figures['kill.lastArrivalSeconds']} s`);
  await endProcess(again);
}
