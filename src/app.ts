import type { FastifyInstance } from 'fastify';
import { readArrivedCursor } from './account-move/arrived-cursor.ts';
import { emitLimitsOver } from './accounts/limit-events.ts';
import { limitsOf } from './accounts/limits.ts';
import { requireUnexpired } from './accounts/plans.ts';
import { isAnyLimitOver } from './accounts/store.ts';
import { dueContents } from './attachments/keep-contents.ts';
import { isRecorded, recordChange } from './audit/record-change.ts';
import { version } from './base/version.ts';
import { serveCells } from './cells/cell-route.ts';
import { requeueArrivedPurges } from './companies/purge-company.ts';
import { createCompanyCheck } from './companies/require-company.ts';
import { isAnyPurgeArrived } from './companies/store.ts';
import { countLinkedCompanies } from './connections/linked-companies.ts';
import { createRenewRestored } from './connections/oauth/renew-restored.ts';
import { revokeTokens } from './connections/oauth/revoke-tokens.ts';
import { isAnyRestored, isAnyToRevoke } from './connections/oauth/store.ts';
import type { Context } from './context.ts';
import { isAnyUnnumbered, numberUnread } from './data/changes/number-publications.ts';
import { dueReleases } from './data/snapshots/keep-snapshots.ts';
import { jobHandlers } from './handlers.ts';
import { requireOwnOrigin } from './http/access/own-origin.ts';
import { createPathOwners } from './http/access/path-owners.ts';
import type { Gate } from './http/gate.ts';
import { createAddressLimit } from './http/limits/address-limit.ts';
import { createCompanySlots } from './http/limits/company-slots.ts';
import { createOpenAnswers } from './http/limits/open-answers.ts';
import { createMetrics } from './http/metrics.ts';
import { probes, serveMetrics } from './http/probes.ts';
import { buildServer } from './http/server.ts';
import { type DueWork, startDueWork } from './jobs/due-work.ts';
import { type Alerts, startAlerts } from './legacy/send-alerts.ts';
import { checkListServer } from './lists/forget-past.ts';
import { countLogRows } from './logs/count-log-rows.ts';
import { makeFirstLogDays } from './logs/log-days.ts';
import { mcpPath } from './mcp/mcp-path.ts';
import { type CellWatch, watchCell } from './operations/cell-watch.ts';
import { isAnyToTell, noticeRestore, tellAll } from './operations/notice-restore.ts';
import { cellStatusRoute } from './operator/cell-status.ts';
import { createFigures } from './operator/read-figures.ts';
import { sourceAddresses, toPublish } from './outbound/source-addresses.ts';
import type { WebhookSender } from './outbound/webhook-sender.ts';
import { pathResources } from './path-resources.ts';
import { peopleCellRoutes } from './people/elsewhere/cell-routes.ts';
import { sessionMissing } from './people/refusals.ts';
import { requireProof } from './people/sessions/prove-session.ts';
import { readSessionCookie } from './people/sessions/session-cookie.ts';
import { createSingleSignOn } from './people/sso/single-sign-on.ts';
import { ssoRoutes } from './people/sso/sso-routes.ts';
import { mailChange } from './people/team/mail-change.ts';
import { docsRoutes } from './portal/serve-docs.ts';
import { portalRoutes } from './portal/serve-portal.ts';
import { dueProofs } from './proofs/prove-publications.ts';
import { proofKeysCellRoute } from './proofs/show-keys.ts';
import { type PushLanes, startPushLanes } from './push/lanes/run-lanes.ts';
import { asyncapiDocument } from './reference/asyncapi.ts';
import { readExamples } from './reference/examples.ts';
import { openapiDocument } from './reference/openapi.ts';
import { referenceRoutes } from './reference/reference-routes.ts';
import { errorGuide } from './refusals.ts';
import { restoreSteps } from './restore-steps.ts';
import { apiRoutes } from './routes.ts';
import { dueWaiting } from './snapshots/take-waiting.ts';
import { dueDayChanges } from './standing/advance-day.ts';
import { dueStandingRuns } from './standing/tell-due.ts';
import { dueSyncs } from './sync/schedule/due-syncs.ts';
import { notificationCellRoute } from './sync/schedule/notification-routes.ts';
import { dueRemaps, findOutdated } from './sync/schedule/start-remaps.ts';
import { type Lanes, startLanes } from './webhooks/lanes/start-lanes.ts';
import { makeFirstDays } from './webhooks/messages/message-days.ts';

/** A running process. It contains the HTTP server, the workers, or both. */
export type App = {
  server: FastifyInstance;
  url: string;
  lanes: Lanes | undefined;
  /** Delivers the alerts of rules, the older generation of webhooks. */
  alerts: Alerts | undefined;
  pushLanes: PushLanes | undefined;
  /**
   * Makes `/health/ready` return 503 and closes each connection after its next response. Everything else keeps working.
   */
  turnUnready(): void;
  stop(): Promise<void>;
};

/**
 * `jitter` returns a number from 0 to 1 that replaces the random part of the wait between delivery attempts; for tests.
 */
export async function startApp(ctx: Context, options: { jitter?: () => number } = {}): Promise<App> {
  const { config, log, jobs } = ctx;
  if (sourceAddresses(config).length === 0)
    log.warn(`DAYBOOK_WEBHOOK_SOURCE_ADDRESSES is empty, so no webhook source addresses are published: ${toPublish}`);
  await makeFirstDays(ctx);
  await makeFirstLogDays(ctx);
  // Check for a restore before the first heartbeat, because the time of the backup is known only from the last
  // heartbeat in it. Check before the API accepts pushes, because a new push would be mistaken for one from the backup.
  await noticeRestore(ctx, { steps: restoreSteps });
  const watch = await watchCell(ctx, {
    role: config.role,
    version,
    onRestored: () => noticeWhileRunning(ctx),
    onMaintenance: (isOn) => {
      // Due jobs stay in the queue until the workers resume.
      (isOn ? jobs.pause() : jobs.resume()).catch((error) =>
        log.error({ err: error }, 'workers could not be paused or resumed for maintenance'),
      );
    },
  });
  const isPaused = () => watch.state().maintenance;
  const { sender } = ctx;
  // Deliveries start before the job engine, because they do not need it and it takes a while to start.
  const { lanes, alerts } = sender ? startDelivering({ ...ctx, sender }, isPaused, options) : {};
  const pushLanes =
    config.role === 'api' ? undefined : startPushLanes(ctx, { isPaused: () => isPaused() || watch.isUncertain() });
  if (pushLanes && sender) {
    await jobs.work(jobHandlers(ctx, { pushLanes, sender }));
    if (watch.state().maintenance) await jobs.pause();
  }
  const works = [...dueWork(ctx), jobs.due, alerts?.due, pushLanes?.due].filter((work) => work !== undefined);
  const loop = config.role === 'api' ? undefined : startDueWork(ctx, { isPaused }, works);
  let isStopping = false;
  const outdated =
    config.role === 'api' || !sender
      ? undefined
      : findOutdated(ctx, () => isStopping).catch((error) =>
          log.error({ err: error }, 'data sets with an old mapping could not be found; housekeeping tries again'),
        );
  const server = await startServer(ctx, watch, { lanes, isStopping: () => isStopping });
  const address = server.server.address();
  const url = address && typeof address === 'object' ? `http://${config.host}:${address.port}` : '';
  return {
    server,
    url,
    lanes,
    alerts,
    pushLanes,
    turnUnready() {
      isStopping = true;
    },
    async stop() {
      isStopping = true;
      ctx.changeWakeups.stop();
      ctx.liveWatch.stop();
      await Promise.all([lanes?.stop(), alerts?.stop(), pushLanes?.stop(), loop?.stop(), outdated]);
      // Close idle connections repeatedly during the stop. Otherwise a keep-alive connection that becomes idle only now
      // would delay the stop by the whole idle timeout.
      const timer = setInterval(() => server.server.closeIdleConnections(), 50);
      await server.close();
      clearInterval(timer);
      await watch.stop();
    },
  };
}

/** What a start does on a restored database. */
async function noticeWhileRunning(ctx: Context): Promise<void> {
  await checkListServer({ url: ctx.config.directDatabaseUrl });
  await makeFirstDays(ctx);
  await makeFirstLogDays(ctx);
  await noticeRestore(ctx, { steps: restoreSteps, isRunning: true });
}

/** What workers look for every second. */
export function dueWork(ctx: Context): DueWork[] {
  return [
    ...dueSyncs(ctx),
    dueRemaps(ctx),
    dueWaiting(ctx),
    dueReleases(ctx),
    dueContents(ctx),
    dueDayChanges(ctx),
    dueStandingRuns(ctx),
    ...dueProofs(ctx),
    { name: 'rate limit resets', isDue: isAnyLimitOver, run: () => emitLimitsOver(ctx) },
    { name: 'change feed numbering', isDue: isAnyUnnumbered, run: () => numberUnread(ctx), restMs: 5000 },
    {
      name: 'accounts to inform about a restore',
      isDue: isAnyToTell,
      run: () => tellAll(ctx, restoreSteps),
      restMs: 5000,
    },
    {
      name: 'purges of moved accounts',
      isDue: isAnyPurgeArrived,
      run: () => requeueArrivedPurges(ctx),
      restMs: 10_000,
    },
    { name: 'token revocation', isDue: isAnyToRevoke, run: () => revokeTokens(ctx), restMs: 5000 },
    { name: 'tokens from a backup', isDue: isAnyRestored, run: createRenewRestored(ctx), restMs: 5000 },
  ];
}

/** Starts both webhook generations (consumers and rules). Each account uses one of the two. */
function startDelivering(
  ctx: Context & { sender: WebhookSender },
  isPaused: () => boolean,
  options: { jitter?: () => number },
): { lanes: Lanes; alerts: Alerts } {
  const lanes = startLanes(ctx, { ...options, isPaused });
  const alerts = startAlerts(ctx, { isPaused });
  ctx.alertWakeups.onWake(alerts.wake);
  ctx.laneWakeups.onWake(lanes.wakeOwned);
  return { lanes, alerts };
}

async function startServer(
  ctx: Context,
  watch: CellWatch,
  { lanes, isStopping }: { lanes: Lanes | undefined; isStopping: () => boolean },
): Promise<FastifyInstance> {
  const { config, db } = ctx;
  const { baseUrl, cell } = config;
  const sso = createSingleSignOn({ ...ctx, baseUrl });
  const people = {
    ...ctx,
    baseUrl,
    version,
    singleSignOn: sso ? [{ name: sso.name, startUrl: sso.startUrl }] : [],
  };
  const all = apiRoutes({ ...people, cell, forgetKeys: ctx.authenticator.forget });
  // A worker process serves only probes, metrics and the API reference.
  const routes = config.role === 'worker' ? [] : all;
  const metrics = createMetrics({
    version,
    role: config.role,
    connections: () => ({
      total: db.pool.totalCount,
      idle: db.pool.idleCount,
      waiting: db.pool.waitingCount,
      max: config.databasePoolSize,
    }),
    heartbeatAgeMs: watch.beatAgeMs,
    isMaintenance: () => watch.state().maintenance,
    cell: createFigures(ctx),
    jobRuns: () => ctx.jobs.runs().map(({ count, ...labels }) => ({ labels, count })),
    syncsEnded: () => ctx.syncsEnded.counts().map(({ count, ...labels }) => ({ labels, count })),
    ...(db.replica && { replicaReads: db.replica.counts }),
    ...(config.tracesUrl && { spans: ctx.tracing.counts }),
    deliveries: () => lanes?.stats(),
    logRows: () => countLogRows({ requests: ctx.requestLog, platformCalls: ctx.callLog }),
  });
  const gate: Gate = {
    requireService: watch.requireService,
    origin: new URL(baseUrl).origin,
    async authenticate(request) {
      const { headers } = request;
      if (headers.authorization === undefined) {
        const token = readSessionCookie(headers.cookie, { baseUrl });
        if (token !== undefined) {
          requireOwnOrigin(request, gate.origin);
          return ctx.sessions.authenticate(token);
        }
        // Browsers get a different error than API clients. The error for a missing API key has the header
        // WWW-Authenticate, which would make a browser open its own sign-in dialog.
        if (headers['sec-fetch-site'] !== undefined) throw sessionMissing();
      }
      const principal = await ctx.authenticator.authenticate(headers.authorization);
      ctx.keyUse.note(principal);
      return principal;
    },
    requireUnexpired: (principal) => requireUnexpired(principal, ctx.clock.nowMs()),
    limit: (principal) =>
      principal.person
        ? limitPerson(ctx, principal.person.personId)
        : ctx.rateLimiter.take(principal.accountId, async () =>
            limitsOf(config, principal, await countLinkedCompanies(ctx, principal.accountId)),
          ),
    requireProof: (person) => requireProof(person, ctx.clock.nowMs()),
    requireCompany: createCompanyCheck(ctx),
    whose: createPathOwners(db, pathResources),
    addresses: createAddressLimit({ perMinute: config.openRequestsPerMinute }),
    answers: createOpenAnswers({
      stalledMs: config.readerTimeoutMs,
      bytesPerAccount: config.bytesInFlightPerAccount,
      log: ctx.log,
    }),
    slots: createCompanySlots({ max: config.requestsAtOncePerCompany, processes: () => watch.state().processes }),
  };
  const server = await buildServer({
    ...ctx,
    gate,
    metrics,
    requestLog: ctx.requestLog,
    routes,
    isStopping,
    publicRoutes: [
      ...probes({
        metrics,
        hasMetricsPort: config.metricsPort > 0,
        unreadiness: async () => (isStopping() ? 'stopping' : heartbeatProblem(watch)),
      }),
      ...referenceRoutes({
        openapi: () => openapiDocument(all, { version, baseUrl, examples: readExamples() }),
        asyncapi: () => asyncapiDocument({ version }),
      }),
      ...docsRoutes(),
      ...ssoRoutes({
        ...ctx,
        baseUrl,
        sso: config.role === 'worker' ? undefined : sso,
      }),
      ...(config.role === 'worker' ? [] : portalRoutes()),
    ],
    mounted: config.role === 'worker' ? [] : [mcpPath({ ...ctx, errorGuide })],
    cellRoutes: serveCells(ctx, [
      cellStatusRoute(ctx),
      ...(config.role === 'worker'
        ? []
        : [...peopleCellRoutes(people), notificationCellRoute(ctx), proofKeysCellRoute(ctx)]),
    ]),
    baseUrl,
    docsUrl: config.docsUrl,
    bodyLimitBytes: config.bodyLimitBytes,
    trustedProxies: config.trustedProxies,
    sensitiveDone({ sensitive }, { principal: { person }, address, correlationId }) {
      if (person && sensitive?.told)
        mailChange({ ...ctx, baseUrl }, { email: person.email, told: sensitive.told, address, correlationId });
    },
    arrivedCursor:
      config.cells.length === 0
        ? undefined
        : (accountId, cursor, list) => readArrivedCursor(ctx, accountId, cursor, list),
    trail: { isKept: isRecorded, keep: async (tx, change) => recordChange(ctx, tx, change) },
  });
  server.addHook('onClose', async () => gate.answers.stop());
  if (config.metricsPort > 0) {
    const own = await serveMetrics(metrics, { host: config.host, port: config.metricsPort });
    server.addHook('onClose', () => own.close());
  }
  await server.listen({ host: config.host, port: config.port });
  return server;
}

/** People have their own rate limit, so that the portal does not use up the account's API requests. */
function limitPerson({ personLimiter, config }: Context, personId: string) {
  const perMinute = config.requestsPerMinutePerPerson;
  return personLimiter.take(personId, async () => ({ perMinute, perDay: perMinute * 24 * 60 }));
}

/** The process is not ready if its last heartbeat is older than this (three heartbeat intervals). */
const beatExpectedMs = 3000;

/**
 * Checks the age of the last heartbeat instead of running a query. A query could fail because the connection pool is
 * busy, and frequent probes would cause many queries.
 */
function heartbeatProblem(watch: CellWatch): string | undefined {
  const ageMs = watch.beatAgeMs();
  if (ageMs <= beatExpectedMs) return undefined;
  return `PostgreSQL has not answered the heartbeat for ${Math.round(ageMs / 1000)} s`;
}
