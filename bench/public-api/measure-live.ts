import { setTimeout as sleep } from 'node:timers/promises';
import { waitForCount } from '../delivery-cell.ts';
import { percentile, round, say } from '../report.ts';
import { postOnly } from './post-companies.ts';
import { connections, endProcess, type Stage, shapes } from './stage.ts';

/** One process accepts and delivers: messages a second from the first request to the last arrival, and their CPU. */
export async function measureLive(stage: Stage): Promise<void> {
  const { figures, size } = stage;
  const server = await stage.all();
  for (const accounts of shapes) {
    const { keys } = await stage.tenants(accounts, 'hook');
    await postOnly({ url: server.url, keys, connections, seconds: size.warmUpSeconds });
    await stage.settled();
    await stage.reset();
    const clock = await stage.clock(server);
    const startedAt = performance.now();
    const sent = await postOnly({ url: server.url, keys, connections, seconds: size.seconds });
    // The sender's start is not part of the time.
    const offsetMs = sent.startedAt - performance.timeOrigin - startedAt;
    await waitForCount(stage, sent.created);
    const seconds = (performance.now() - startedAt - offsetMs) / 1000;
    await stage.settled();
    const cpu = clock();
    const name = `live.${accounts}`;
    figures[`${name}.messages`] = sent.created;
    figures[`${name}.perSecond`] = round(sent.created / seconds);
    figures[`${name}.acceptedPerSecond`] = round(sent.perSecond);
    figures[`${name}.cpuMs`] = round(cpu.bothMs / sent.created);
    figures[`${name}.serverCpuMs`] = round(cpu.serverMs / sent.created);
    figures[`${name}.postgresCpuMs`] = round(cpu.postgresMs / sent.created);
    figures[`${name}.answerP50Ms`] = round(sent.p50Ms);
    figures[`${name}.answerP99Ms`] = round(sent.p99Ms);
    say(`${name}: ${figures[`${name}.perSecond`]}/s, ${figures[`${name}.cpuMs`]} CPU ms a message`);
  }
  await endProcess(server);
}

const perSecond = 100;

/** From the response of POST /companies to the arrival of its message, at a rate that leaves the machine idle. */
export async function measureLatency(stage: Stage): Promise<void> {
  const { figures, size } = stage;
  const server = await stage.all();
  for (const accounts of shapes) {
    const { keys, accountIds } = await stage.tenants(accounts, `noted/${accounts}`);
    await postOnly({ url: server.url, keys, connections, seconds: size.warmUpSeconds });
    await stage.settled();
    await stage.noted();
    const sent = await postOnly({
      ...{ url: server.url, keys, connections, perSecond, seconds: size.latencySeconds },
      isNoting: true,
    });
    await stage.settled();
    await sleep(200);
    const answered = new Map(sent.noted);
    const companies = await companiesOf(stage, accountIds);
    const delays = (await stage.noted()).flatMap(([, messageId, at]) => {
      const answeredAt = answered.get(companies.get(messageId) ?? '');
      return answeredAt === undefined ? [] : [at - answeredAt];
    });
    if (delays.length !== sent.created) throw new Error(`${delays.length} of ${sent.created} messages arrived.`);
    const name = `latency.${accounts}`;
    figures[`${name}.messages`] = delays.length;
    figures[`${name}.p50Ms`] = round(percentile(delays, 50));
    figures[`${name}.p99Ms`] = round(percentile(delays, 99));
    figures[`${name}.answerP50Ms`] = round(sent.p50Ms);
    figures[`${name}.answerP99Ms`] = round(sent.p99Ms);
    say(`${name}: p50 ${figures[`${name}.p50Ms`]} ms, p99 ${figures[`${name}.p99Ms`]} ms`);
  }
  await endProcess(server);
}

/** The company of every message. */
export async function companiesOf(stage: Stage, accountIds: string[]): Promise<Map<string, string>> {
  const { rows } = await stage.producers.db.pool.query<{ message_id: string; company_id: string }>(
    'select message_id, company_id from message where account_id = any ($1)',
    [accountIds],
  );
  return new Map(rows.map((row) => [row.message_id, row.company_id]));
}

/** What one process with all roles, and PostgreSQL, use while nothing happens. */
export async function measureIdle(stage: Stage): Promise<void> {
  const { figures, size } = stage;
  const server = await stage.all();
  for (const accounts of shapes) {
    const { keys } = await stage.tenants(accounts, 'hook');
    await postOnly({ url: server.url, keys, connections: 4, seconds: 2 });
    await stage.settled();
    // Idle connections are closed after 10 s.
    await sleep(12_000);
    const clock = await stage.clock(server);
    const startedAt = performance.now();
    await sleep(size.idleSeconds * 1000);
    const cpu = clock();
    const percentOf = (ms: number) => round((ms * 100) / (performance.now() - startedAt));
    const name = `idle.${accounts}`;
    figures[`${name}.percent`] = percentOf(cpu.bothMs);
    figures[`${name}.serverPercent`] = percentOf(cpu.serverMs);
    figures[`${name}.postgresPercent`] = percentOf(cpu.postgresMs);
    say(`${name}: ${figures[`${name}.percent`]} % of a core`);
  }
  await endProcess(server);
}
