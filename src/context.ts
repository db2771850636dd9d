import type { UploadedFiles } from '@daybook/connector-kit';
import { type Arrivals, createArrivals } from './accounts/arrivals.ts';
import { createAuthenticator } from './accounts/authenticate.ts';
import { createKeyUse } from './accounts/key-use.ts';
import { emitLimitReached } from './accounts/limit-events.ts';
import type { BatchWriter } from './base/batch-writer.ts';
import { type CellTag, cellTagOf } from './base/cell-tag.ts';
import { type Clock, systemClock } from './base/clock.ts';
import { createLog, type Log } from './base/log.ts';
import { createSealer, type Sealer } from './base/secrets.ts';
import { noTracing, type Tracing } from './base/tracing.ts';
import { version } from './base/version.ts';
import { type CellClient, createCellClient } from './cells/cell-client.ts';
import { type CompanyLinks, createCompanyLinks } from './companies/company-links.ts';
import type { Config } from './config/config.ts';
import { type ConnectionChanged, emitConnectionChanged } from './connections/connection-changed.ts';
import type { HouseApplications } from './connections/oauth/applications.ts';
import { forgetTokens } from './connections/oauth/revoke-tokens.ts';
import { createTokens, type Tokens } from './connections/oauth/tokens.ts';
import type { PlatformCall } from './connections/provider/call-log.ts';
import { createProviderBudgets, type ProviderBudgets } from './connections/provider/provider-budget.ts';
import { type ConnectorThreads, createConnectorThreads } from './connectors/connector-threads.ts';
import { createRegistry, type Registry, threadOptions } from './connectors/registry.ts';
import { type ChangeWakeups, createChangeWakeups } from './data/changes/change-wakeups.ts';
import { createWaitingReaders, type WaitingReaders } from './data/changes/waiting-readers.ts';
import { createDatabaseClock, type DatabaseClock } from './db/database-clock.ts';
import { type Db, openDb } from './db/db.ts';
import { createEmit, type Emit } from './events/emit.ts';
import { createRateLimiter } from './http/limits/rate-limit.ts';
import type { LoggedRequest } from './http/request-log.ts';
import { type Engine, startEngine } from './jobs/engine.ts';
import { type AlertWakeups, createAlertWakeups } from './legacy/alert-wakeups.ts';
import { checkListServer } from './lists/forget-past.ts';
import { createLiveWatch, type LiveWatch } from './live/live-watch.ts';
import { collectCalls } from './logs/platform-calls/collect-calls.ts';
import { collectRequests } from './logs/requests/collect-requests.ts';
import { readConfirmationKey, readCursorKey, readLinkKey, readMuteKey } from './operations/cell-secret.ts';
import { createEgressGuard, type EgressGuard } from './outbound/egress-guard.ts';
import { createOutbound, type Outbound } from './outbound/http.ts';
import { createMailer, type Mailer } from './outbound/mail.ts';
import { createWebhookSender, type WebhookSender } from './outbound/webhook-sender.ts';
import { createSessions, type Sessions } from './people/sessions/sessions.ts';
import { pushLaneJob } from './push/lanes/push-lane-job.ts';
import { createKnownQueries, type KnownQueries } from './standing/known-queries.ts';
import { createFreshness, type FreshnessOfProcess } from './sync/demand/create-freshness.ts';
import type { FilesOf } from './sync/run/run-context.ts';
import { runSyncJob } from './sync/run/run-sync-job.ts';
import { followConnection } from './sync/schedule/follow-connection.ts';
import { createSyncsEnded, type SyncsEnded } from './sync/syncs-ended.ts';
import { openFiles } from './uploads/open-files.ts';
import { createLaneWakeups, type LaneWakeups } from './webhooks/lanes/lane-wakeups.ts';
import { createMessageWriter } from './webhooks/messages/write-messages.ts';
import { type ConsumerTokens, createConsumerTokens } from './webhooks/sending/consumer-tokens.ts';

/** Everything a process needs, created and disposed once. Functions declare only the part they use. */
export type Context = {
  config: Config;
  clock: Clock;
  /** Undefined if a test has given its own clock. */
  databaseClock: DatabaseClock | undefined;
  log: Log;
  tracing: Tracing;
  sealer: Sealer;
  tag: CellTag;
  db: Db;
  jobs: Engine;
  cursorKey: Buffer;
  /** Signs the links that mute notices. */
  muteKey: Buffer;
  /** Signs the tokens that confirm pushes of agents. */
  confirmationKey: Buffer;
  companyLinks: CompanyLinks;
  /** The uploaded files that a data set consists of, for its syncs. */
  openFiles: (of: FilesOf) => Promise<UploadedFiles>;
  arrivals: Arrivals;
  registry: Registry;
  outbound: Outbound;
  /** Asks the other cells; undefined if there are none. */
  cells: CellClient | undefined;
  /** The HTTP client for URLs that clients chose: webhooks of both generations, and chat addresses of notices. */
  sender: WebhookSender | undefined;
  /** Access tokens for consumers with OAuth client credentials. */
  consumerTokens: ConsumerTokens;
  budgets: ProviderBudgets;
  /** Access tokens for platforms that use OAuth 2. */
  tokens: Tokens;
  applications: HouseApplications;
  connectionChanged: ConnectionChanged;
  emit: Emit;
  syncsEnded: SyncsEnded;
  laneWakeups: LaneWakeups;
  alertWakeups: AlertWakeups;
  egressGuard: EgressGuard;
  authenticator: ReturnType<typeof createAuthenticator>;
  sessions: Sessions;
  /** Undefined if the operator has not configured a mail server. */
  mailer: Mailer | undefined;
  keyUse: ReturnType<typeof createKeyUse>;
  rateLimiter: ReturnType<typeof createRateLimiter>;
  /** Rate limit for signed-in people. Their requests do not count against the account's rate limit. */
  personLimiter: ReturnType<typeof createRateLimiter>;
  /** Collects requests for the request log; undefined if it is turned off. */
  requestLog: BatchWriter<LoggedRequest> | undefined;
  /** Collects calls to platforms for their log; undefined if it is turned off. */
  callLog: BatchWriter<PlatformCall> | undefined;
  changeWakeups: ChangeWakeups;
  waitingReaders: WaitingReaders;
  /** What reads of data need of syncs. */
  freshness: FreshnessOfProcess;
  liveWatch: LiveWatch;
  /** Standing queries that have been compiled. */
  standingQueries: KnownQueries;
  dispose(): Promise<void>;
};

export type BaseOverrides = {
  /** Replaces the clock that is adjusted to PostgreSQL's time. The replacement is not adjusted. */
  clock?: Clock;
  /** Replaces only the machine's clock. Its time is still adjusted to PostgreSQL's time. */
  machineClock?: Clock;
  log?: Log;
  tracing?: Tracing;
};

/** The part of the context that the command line needs. It has no job engine and no caches. */
export function openBase(config: Config, overrides: BaseOverrides = {}) {
  const log = overrides.log ?? createLog({ level: config.logLevel });
  const tracing = overrides.tracing ?? noTracing;
  const db = openDb({
    tracing,
    url: config.databaseUrl,
    replicaUrl: config.readDatabaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.requestTimeoutMs,
    costlyReadMs: config.listTimeoutMs,
    costlyReadsAtOnce: config.costlyReadsAtOnce,
    pooler: config.databasePooler,
    onIdleError: (error) =>
      log.warn({ err: error }, 'lost an idle connection to PostgreSQL; the pool will open another'),
    onReplicaChange({ isUsed, error }) {
      if (isUsed) log.info('pages are read from the standby again');
      else log.warn({ err: error }, 'the primary serves all reads, because the standby does not respond or is behind');
    },
  });
  const machine = overrides.machineClock ?? systemClock;
  const databaseClock = overrides.clock ? undefined : createDatabaseClock({ db, log, machine });
  const clock = overrides.clock ?? databaseClock ?? machine;
  const laneWakeups = createLaneWakeups({ db, log });
  const alertWakeups = createAlertWakeups();
  return {
    config,
    log,
    tracing,
    db,
    clock,
    databaseClock,
    laneWakeups,
    alertWakeups,
    emit: createEmit({ clock }, createMessageWriter({ laneWakeups, wakeAlerts: alertWakeups.wake })),
    sealer: createSealer(config.secretKeys),
    egressGuard: createEgressGuard({ allowed: config.webhookAllowedAddresses }),
    cell: config.cell,
    tag: cellTagOf(config),
  };
}

export type Overrides = BaseOverrides & { registry?: Registry };

export async function openContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const tracing = await openTracing(config, overrides);
  const base = openBase(config, { ...overrides, tracing });
  const { db, log, emit, laneWakeups, databaseClock } = base;
  await databaseClock?.measure();
  databaseClock?.follow();
  if (await checkListServer({ url: config.directDatabaseUrl }))
    log.info('the database is on a different server, so existing page links and list ETags are no longer valid');
  const jobs = await startEngine({
    url: config.databaseUrl,
    log,
    tracing,
    worker: config.role !== 'api',
    pooler: config.databasePooler,
    connections: db.connections,
  });
  const threads = overrides.registry ? undefined : createConnectorThreads({ options: await threadOptions(config) });
  const registry = overrides.registry ?? (threads as ConnectorThreads).guard(await createRegistry(config));
  await jobs.ensureQueues(
    registry.all.flatMap(({ platform: { key } }) => [runSyncJob(key).name, pushLaneJob(key).name]),
  );
  const keyUse = createKeyUse(base);
  const rateLimiter = createRateLimiter({ ...base, onReached: emitLimitReached(base) });
  const personLimiter = createRateLimiter({ ...base, whose: 'your', onReached: async () => {} });
  const mailer = config.smtpUrl ? createMailer({ url: config.smtpUrl, from: config.mailFrom }) : undefined;
  const callLog = config.platformCallLogDays > 0 ? collectCalls(base) : undefined;
  const requestLog = config.requestLogDays > 0 ? collectRequests(base) : undefined;
  const outbound = createOutbound({
    guard: createEgressGuard({ allowed: config.providerAllowedAddresses }),
    tracing,
  });
  const sender = config.role === 'api' ? undefined : createSender(config, base.egressGuard);
  const consumerTokens = createConsumerTokens({
    ...base,
    outbound: createOutbound({ guard: base.egressGuard, tracing }),
  });
  const applications = houseApplications(config);
  const freshness = createFreshness({ ...base, jobs, registry });
  return {
    ...base,
    jobs,
    keyUse,
    rateLimiter,
    personLimiter,
    mailer,
    requestLog,
    callLog,
    sessions: createSessions(base),
    syncsEnded: createSyncsEnded(registry.all.map(({ platform }) => platform.key)),
    outbound,
    cells: createCellClient({ ...base, outbound }),
    sender,
    consumerTokens,
    registry,
    budgets: createProviderBudgets({ ...base, registry }),
    applications,
    tokens: createTokens({ ...base, outbound, registry, applications }),
    connectionChanged: emitConnectionChanged(emit, forgetTokens(followConnection({ ...base, jobs, registry }))),
    cursorKey: await readCursorKey(base),
    confirmationKey: await readConfirmationKey(base),
    muteKey: await readMuteKey(base),
    arrivals: createArrivals(base),
    companyLinks: createCompanyLinks({
      ...base,
      baseUrl: config.baseUrl,
      key: await readLinkKey(base),
      days: config.linkDays,
    }),
    openFiles: (of) => openFiles(db, of),
    authenticator: createAuthenticator(base),
    changeWakeups: createChangeWakeups(base),
    liveWatch: createLiveWatch(base),
    standingQueries: createKnownQueries(),
    freshness,
    waitingReaders: createWaitingReaders({ max: config.waitingReadersPerAccount }),
    async dispose() {
      databaseClock?.stop();
      const limiters = [rateLimiter.stop(), personLimiter.stop()];
      await Promise.allSettled([keyUse.stop(), ...limiters, jobs.stop()]);
      // After the jobs: to one that still runs, a closed client would look like a platform that does not respond.
      await Promise.allSettled([
        outbound.close(),
        sender?.close(),
        consumerTokens.close(),
        requestLog?.stop(),
        callLog?.stop(),
        freshness.stop(),
      ]);
      await threads?.close();
      mailer?.close();
      await laneWakeups.stop();
      await db.end();
      await tracing.stop();
    },
  };
}

function createSender(config: Config, guard: EgressGuard): WebhookSender {
  const { webhookProxyUrl: proxyUrl, webhookLocalAddress: localAddress } = config;
  return createWebhookSender({ guard, proxyUrl, localAddress });
}

/** Loads OpenTelemetry only if traces are exported: it takes 0.1 s. */
async function openTracing(config: Config, { log, clock, machineClock }: Overrides): Promise<Tracing> {
  if (!config.tracesUrl) return noTracing;
  const { startTracing } = await import('./tracing/start-tracing.ts');
  return startTracing(
    // Use the machine's time and not PostgreSQL's time, because spans are shown together with spans of other programs,
    // which use the machine's time.
    { log: log ?? createLog({ level: config.logLevel }), clock: clock ?? machineClock ?? systemClock },
    {
      url: config.tracesUrl,
      share: config.tracesShare,
      resource: {
        'service.name': 'daybook',
        'service.namespace': config.cell,
        'service.version': version,
        'daybook.role': config.role,
      },
    },
  );
}

/** The OAuth applications that the operator has registered with platforms. */
function houseApplications({ connectorSettings }: Config): HouseApplications {
  const application = ({ clientId, clientSecret, notificationKey }: Record<string, unknown>) =>
    clientId
      ? {
          clientId: String(clientId),
          clientSecret: String(clientSecret),
          notificationKey: notificationKey ? String(notificationKey) : undefined,
        }
      : undefined;
  return Object.fromEntries(Object.entries(connectorSettings).map(([key, values]) => [key, application(values)]));
}
