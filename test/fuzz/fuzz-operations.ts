import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@daybook/sandbox';
import { type Bar, type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { startCell } from '../../bench/start-cell.ts';
import { demoEmail, makeDemoData, makeDemoPerson } from '../../dev/demo-data.ts';
import { freePort } from '../../dev/embedded-postgres.ts';
import { scopes } from '../../src/http/access/principal.ts';
import { startServerProcess } from '../start-server-process.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { installSchemathesis } from './install-schemathesis.ts';
import { type PreparedData, prepareData } from './prepare-data.ts';
import { type Operation, readEvents } from './read-events.ts';
import { spareKeys } from './spare-keys.ts';

export type FuzzOptions = { maxExamples: number; seed: string };
export type FuzzResult = { report: Report; operations: Map<string, Operation> };

/** A failure of one of these checks means that a response violates the OpenAPI document. */
const schemaChecks = [
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** Replaced by accepted_request_is_valid and valid_company_is_accepted (hooks.py) and by test/isolation.test.ts. */
const leftOut = ['negative_data_rejection', 'positive_data_acceptance', 'object_level_authorization'];

/** With these the fuzzer would stop what it needs itself: its stream, its session, the service. */
const endsItself = ['watchAccount', 'signOut', 'endSession', 'setMaintenance'];
/**
 * These need what a fuzzer does not have: secrets from e-mails and links, signatures, a person's input at a platform.
 */
const beyondIt = [
  ...['signIn', 'getInvitation', 'acceptInvitation', 'getLink', 'getLinkProgress', 'linkPlatform'],
  ...['unlinkPlatform', 'createLinkUpload', 'previewLinkUpload', 'confirmLinkUpload', 'checkApplication'],
  ...['finishAuthorization', 'receiveNotification', 'receiveAccountNotification'],
  ...['getApplication', 'setApplication', 'removeApplication', 'getNoticeMute', 'muteNotices'],
];

/**
 * The fuzzer must use existing ids often enough. If an operation with ids in its path is accepted less often than this,
 * chance decides whether it is accepted at all.
 */
const acceptedMin = 3;

export async function fuzzOperations(options: FuzzOptions): Promise<FuzzResult> {
  const program = await installSchemathesis();
  const cell = await startCell();
  const sandbox = await startSandbox();
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'daybook-fuzz-'));
  try {
    const { key, accountId } = await makeDemoData(cell.base);
    const password = 'only for fuzzing';
    await makeDemoPerson(cell.base, { accountId, password });
    const { api_key_id: apiKeyId } = await cell.base.db.system
      .selectFrom('api_key')
      .select('api_key_id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    // A key has the scope passThrough only if it is named.
    await cell.base.db.system
      .updateTable('api_key')
      .set({ scopes: [...scopes] })
      .where('api_key_id', '=', apiKeyId)
      .execute();
    const server = await startServerProcess({
      databaseUrl: cell.databaseUrl,
      port: await freePort(),
      secretKeys: `fuzz:${Buffer.alloc(32, 5).toString('base64')}`,
      env: {
        DAYBOOK_COSTLY_READS_AT_ONCE: '1000',
        DAYBOOK_FILES: 'true',
        DAYBOOK_OPEN_REQUESTS_PER_MINUTE: '1000000',
        DAYBOOK_PROOFS: 'true',
        DAYBOOK_REQUESTS_PER_MINUTE: '1000000000',
        DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000000',
        DAYBOOK_REQUESTS_PER_MINUTE_PER_PERSON: '1000000000',
        DAYBOOK_SANDBOX_URL: sandbox.url,
        DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
      },
    });
    const sweeper = spareKeys(cell.base, { accountId, keep: apiKeyId });
    const began = performance.now();
    try {
      const events = join(folder, 'events.ndjson');
      const data = await prepareData(cell.base.db, {
        ...{ url: server.url, key, accountId, sandboxUrl: sandbox.url, receiverUrl: receiver.url },
      });
      const run = { url: server.url, apiKeyId, data, folder, ...options };
      const promised = await readOperations(server.url);
      const forPeople = promised.filter((one) => one.isForPeople).map(({ operationId }) => operationId);
      const cookie = await signIn(server.url, password);
      const byKey = [
        '--auth',
        `${key}:`,
        ...named('--exclude-operation-id', [...new Set([...forPeople, ...endsItself])]),
      ];
      const wanted = forPeople.filter((name) => !endsItself.includes(name));
      const byPerson = [
        '-H',
        `Cookie: ${cookie}`,
        '-H',
        `Origin: ${server.url}`,
        ...named('--include-operation-id', wanted),
      ];
      const exitCodes = [await runFuzzer(program, { ...run, events, who: byKey })];
      const found = await readEvents(events);
      const peopleEvents = join(folder, 'people.ndjson');
      exitCodes.push(await runFuzzer(program, { ...run, events: peopleEvents, who: byPerson }));
      const ofPeople = await readEvents(peopleEvents);
      const seconds = Math.round((performance.now() - began) / 1000);
      const result = {
        operations: new Map([...found.operations, ...ofPeople.operations]),
        errors: [...found.errors, ...ofPeople.errors],
        isComplete: found.isComplete && ofPeople.isComplete,
        ...{ exitCode: Math.max(...exitCodes), seconds, promised, options },
      };
      // A 5xx response contains no details; they are in the server's log.
      for (const line of server.output().split('\n')) if (line.includes('"level":"error"')) say(line);
      return { operations: result.operations, report: reportOf(result) };
    } finally {
      await sweeper.stop();
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await receiver.stop();
    await sandbox.stop();
    await cell.stop();
  }
}

async function signIn(url: string, password: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify({ email: demoEmail, password });
  const answer = await fetch(`${url}/session`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The demo person cannot sign in: ${await answer.text()}`);
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const named = (option: string, names: string[]) => names.flatMap((name) => [option, name]);

type Run = FuzzOptions & {
  url: string;
  /** Authentication of the requests, and the selection of operations. */
  who: string[];
  apiKeyId: string;
  data: PreparedData;
  folder: string;
  events: string;
};

function runFuzzer(program: string, run: Run): Promise<number> {
  const args = [
    'run',
    `${run.url}/openapi.json`,
    ...run.who,
    ...['--max-examples', String(run.maxExamples)],
    ...['--seed', run.seed],
    ...['--exclude-checks', leftOut.join(',')],
    ...['--report', 'ndjson', '--report-ndjson-path', run.events],
    ...['--generation-database', 'none', '--request-timeout', '30'],
    // Sequentially: parallel workers share the account's companies and would delete each other's.
    ...['--workers', '1'],
    '--continue-on-failure',
    '--no-color',
  ];
  // Its output goes to stderr, because the last line of stdout is the report.
  const child = spawn(program, args, {
    cwd: run.folder,
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'),
      FUZZ_API_KEY_ID: run.apiKeyId,
      FUZZ_DATA: JSON.stringify(run.data),
      FUZZ_SEED: run.seed,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 2, 2],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

type Promised = { name: string; operationId: string; isForPeople: boolean };

async function readOperations(url: string): Promise<Promised[]> {
  type Described = { operationId: string; security?: object[] };
  const response = await fetch(`${url}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operationId,
      isForPeople: security?.some((scheme) => 'session' in scheme) ?? false,
    })),
  );
}

type Outcome = Awaited<ReturnType<typeof readEvents>> & {
  exitCode: number;
  seconds: number;
  promised: Promised[];
  options: FuzzOptions;
};

function reportOf(outcome: Outcome): Report {
  const all = [...outcome.operations.values()];
  const sum = (count: (operation: Operation) => number) => all.reduce((total, each) => total + count(each), 0);
  const failed = (operation: Operation, names?: string[]) =>
    Object.entries(operation.failures).reduce(
      (n, [name, count]) => n + (!names || names.includes(name) ? count : 0),
      0,
    );
  const schemaViolations = sum((operation) => failed(operation, schemaChecks));
  const acceptedOf = ({ name }: Promised) => outcome.operations.get(name)?.accepted ?? 0;
  const neverAccepted = outcome.promised.filter((one) => acceptedOf(one) === 0);
  const isBeyondIt = ({ operationId }: Promised) => [...beyondIt, ...endsItself].includes(operationId);
  for (const one of neverAccepted) if (!isBeyondIt(one)) say(`never accepted: ${one.name}`);
  const rarelyAccepted = outcome.promised.filter(
    (one) => one.name.includes('{') && !one.isForPeople && !isBeyondIt(one) && acceptedOf(one) < acceptedMin,
  );
  for (const one of rarelyAccepted) say(`accepted ${acceptedOf(one)} times: ${one.name}`);
  const figures: Figures = {
    operations: outcome.promised.length,
    maxExamples: outcome.options.maxExamples,
    seed: outcome.options.seed,
    seconds: outcome.seconds,
    requests: sum((operation) => operation.requests),
    accepted: sum((operation) => operation.accepted),
    serverErrors: sum((operation) => operation.serverErrors),
    schemaViolations,
    otherFailures: sum((operation) => failed(operation)) - schemaViolations,
    // An operation whose requests were all rejected was not tested. Those for people mostly need other people or
    // accounts.
    neverAccepted: neverAccepted.filter((one) => !one.isForPeople && !isBeyondIt(one)).length,
    rarelyAccepted: rarelyAccepted.length,
    neverAcceptedOfPeople: neverAccepted.filter((one) => one.isForPeople && !isBeyondIt(one)).length,
    fuzzerErrors: outcome.errors.length,
    isComplete: outcome.isComplete,
    exitCode: outcome.exitCode,
  };
  const none = [
    'serverErrors',
    'schemaViolations',
    'otherFailures',
    'neverAccepted',
    'rarelyAccepted',
    'fuzzerErrors',
    'exitCode',
  ];
  const bars: Bar[] = [...none.map((name) => holdBar(figures, name, '<= 0')), holdBar(figures, 'isComplete', 'true')];
  return { name: 'fuzz', figures, bars };
}
