import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Figures, holdBar, median, percentile, type Report, round } from '../../bench/report.ts';
import { startCell } from '../../bench/start-cell.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { resultBytesMax } from '../../src/mcp/bound-result.ts';
import { createClient } from '../client.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type Attempt, injectedIn, trustedTexts, tryTokens, tryWithoutPush } from './attempts.ts';
import { type Agent, agentOver, connectAgent } from './connect-agent.ts';
import { allQuestions, askAll, type Outcome, pushOf } from './questions.ts';
import { buildStage, type Place, type Stage } from './stage.ts';

/**
 * Starts a real server and a sandbox in processes of their own, and connects with the official client: over HTTP in both
 * forms of the protocol, and over stdio by `daybook mcp`. Answers are compared with SQL and with the seed.
 */
export async function checkAgents(): Promise<Report> {
  const cell = await startCell({ settings: { shared_buffers: '128MB', max_wal_size: '1GB' } });
  const receiver = await startReceiver();
  const agents: Counted[] = [];
  try {
    const sandbox = await cell.sandbox();
    const { url } = await cell.serve({
      DAYBOOK_ROLE: 'all',
      DAYBOOK_SANDBOX_URL: sandbox.url,
      DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
    });
    const stage = await buildStage(await openPlace(cell, { url, sandboxUrl: sandbox.url, receiver }));
    const connect = async (kind: Kind, key: string) => {
      const agent = counted(await open(kind, url, key));
      agents.push(agent);
      return agent;
    };
    const figures: Figures = {};
    const wrong: Outcome[] = [];
    let asked = 0;
    for (const kind of ['http2026', 'http2025', 'stdio'] as const) {
      const agent = await connect(kind, stage.account.key);
      const outcomes = await askAll(agent, stage, allQuestions);
      asked += outcomes.length;
      wrong.push(...outcomes.filter(({ isRight }) => !isRight));
      figures[`${kind}.right`] = outcomes.filter(({ isRight }) => isRight).length;
    }
    Object.assign(figures, { 'questions.asked': asked, 'questions.wrong': wrong.length });
    for (const one of wrong) process.stderr.write(`WRONG  ${JSON.stringify(one)}\n`);

    const full = await connect('http2026', stage.account.key);
    const readOnly = await connect('http2026', stage.readOnlyKey);
    const bridged = await connect('stdio', stage.readOnlyKey);
    const narrow = await connect('http2026', stage.narrowKey);
    const before = await countPushes(stage);
    const texts = await trustedTexts(readOnly);
    const attempts = [
      ...(await tryWithoutPush(readOnly, stage)),
      ...(await tryWithoutPush(bridged, stage)),
      ...(await tryTokens(full, [narrow], stage)),
    ];
    figures['attempts.tried'] = attempts.length;
    figures['attempts.worked'] = reportWorked(attempts);
    figures['injections.inTrustedTexts'] = injectedIn(texts + (await trustedTexts(full))).length;
    figures['injections.changedTools'] = Number(texts !== (await trustedTexts(readOnly)));
    figures['pushes.withoutConfirmation'] = (await countPushes(stage)) - before;

    const { confirmationToken } = await full.ask('prepare_push', pushOf(stage));
    const ids = new Set<string>();
    for (let i = 0; i < 5; i++)
      ids.add((await full.ask('send_push', { ...pushOf(stage), confirmationToken })).push.pushId);
    figures['pushes.ofOneToken'] = (await countPushes(stage)) - before;
    figures['pushes.ids'] = ids.size;

    await askForMuch(full, stage);
    const results = agents.flatMap(({ sizes }) => sizes);
    figures['results.bytesMax'] = Math.max(...results);
    figures['calls.made'] = results.length;
    const [{ count }] = await stage.sql(
      "select count(*)::int from audit where account_id = $1 and operation = 'callTool'",
      [stage.account.accountId],
    );
    figures['calls.audited'] = count;
    figures['calls.notAudited'] = Math.abs(results.length - count);
    Object.assign(figures, await measureCost(full, stage));
    return {
      name: 'mcp',
      figures,
      bars: [
        holdBar(figures, 'questions.asked', '>= 90'),
        holdBar(figures, 'questions.wrong', '<= 0'),
        holdBar(figures, 'attempts.tried', '>= 20'),
        holdBar(figures, 'attempts.worked', '<= 0'),
        holdBar(figures, 'injections.inTrustedTexts', '<= 0'),
        holdBar(figures, 'injections.changedTools', '<= 0'),
        holdBar(figures, 'pushes.withoutConfirmation', '<= 0'),
        holdBar(figures, 'pushes.ofOneToken', '>= 1'),
        holdBar(figures, 'pushes.ofOneToken', '<= 1'),
        holdBar(figures, 'results.bytesMax', `<= ${resultBytesMax}`),
        holdBar(figures, 'calls.notAudited', '<= 0'),
      ],
    };
  } finally {
    for (const agent of agents) await agent.close().catch(() => {});
    await receiver.stop();
    await cell.stop();
  }
}

type Cell = Awaited<ReturnType<typeof startCell>>;
type Kind = 'http2026' | 'http2025' | 'stdio';

async function openPlace(cell: Cell, where: Pick<Place, 'url' | 'sandboxUrl' | 'receiver'>): Promise<Place> {
  const { accountId } = await createAccount(cell.base, { name: 'Agents', plan: 'paid', webhooks: 'newer' });
  const makeKey = (options: Parameters<Place['key']>[0]) =>
    cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'agent', ...options }));
  const { secret: key, apiKeyId } = await makeKey({});
  const send = createClient(where.url);
  return {
    ...where,
    account: { accountId, key, apiKeyId, send: (request, options) => send(request, { key, ...options }) },
    key: async (options) => (await makeKey(options)).secret,
    sql: async (text, values) => (await cell.base.db.pool.query(text, values)).rows,
  };
}

function open(kind: Kind, url: string, key: string): Promise<Agent> {
  if (kind !== 'stdio') return connectAgent(url, key, { era: kind === 'http2026' ? '2026' : '2025' });
  const program = join(import.meta.dirname, '../../src/main.ts');
  const env = { PATH: process.env.PATH ?? '', DAYBOOK_KEY: key, DAYBOOK_URL: url };
  return agentOver(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }), '2025');
}

/** Counts the calls of an agent, and the size of each result as the program gets it. */
type Counted = Agent & { sizes: number[] };

function counted(agent: Agent): Counted {
  const sizes: number[] = [];
  const { client } = agent;
  const callTool = client.callTool.bind(client);
  client.callTool = async (...given: Parameters<typeof callTool>) => {
    const result = await callTool(...given);
    const { content, structuredContent } = result;
    sizes.push(Buffer.byteLength(JSON.stringify({ content, structuredContent })));
    return result;
  };
  return { ...agent, sizes };
}

const countPushes = async ({ sql }: Stage) => (await sql('select count(*)::int from push'))[0].count as number;

function reportWorked(attempts: readonly Attempt[]): number {
  const worked = attempts.filter(({ code, expected }) => code !== expected);
  for (const one of worked) process.stderr.write(`WORKED  ${JSON.stringify(one)}\n`);
  return worked.length;
}

/** Everything that may be long. */
async function askForMuch(agent: Agent, { company: { companyId, connectionId } }: Stage): Promise<void> {
  for (const dataType of ['invoices', 'customers', 'payments', 'items'])
    await agent.ask('query_data', { companyId, dataType, limit: 200 });
  await agent.ask('read_statement', { companyId, statement: 'profitAndLoss', periods: 24 });
  await agent.ask('read_statement', { companyId, statement: 'trialBalance' });
  await agent.ask('list_changes', { companyId, limit: 200, withRecords: true });
  await agent.ask('describe_push', { companyId, connectionId, dataType: 'invoices' });
  await agent.ask('describe_data', { companyId, dataType: 'invoices' });
}

/** What a tool costs besides its operation: both read the same page, in turns. */
async function measureCost(agent: Agent, { account, company: { companyId, path } }: Stage): Promise<Figures> {
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const [tool, operation]: [number[], number[]] = [[], []];
  for (let i = 0; i < 60; i++) {
    tool.push(await timed(() => agent.ask('query_data', { companyId, dataType: 'payments', limit: 5 })));
    operation.push(await timed(() => account.send(`GET ${path}/data/payments?pageSize=5`)));
  }
  return {
    'tool.p50Ms': round(median(tool)),
    'tool.p95Ms': round(percentile(tool, 95)),
    'operation.p50Ms': round(median(operation)),
  };
}
