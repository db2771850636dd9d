import { fastify } from 'fastify';
import type { Sandbox, SandboxClock } from './answer-request.ts';
import { openChangeJournal } from './change-journal.ts';
import { openCompanies } from './companies.ts';
import { addContentRoute } from './content-route.ts';
import { addControlRoutes } from './control-routes.ts';
import { openFaults } from './faults.ts';
import { openRateLimits } from './rate-limits.ts';
import { addRecordRoutes } from './record-routes.ts';
import { openRequestStats } from './request-stats.ts';
import { addTokenRoutes } from './token-routes.ts';
import { addWriteRoutes } from './write-routes.ts';

export type SandboxOptions = {
  host?: string;
  /** 0 picks a free port. */
  port?: number;
  pageSizeMax?: number;
  /** Lifetime of an access token, in seconds. */
  tokenSeconds?: number;
  /** Maximum number of changes that are kept per company. A request for changes since an older position gets 410. */
  changesKept?: number;
  /** File that preserves changes and writes across restarts. */
  stateFile?: string;
  /** Set by tests. */
  clock?: SandboxClock;
};

/** The "sandbox" platform: a simulated accounting system with seeded companies, served over real HTTP. */
export async function startSandbox(options: SandboxOptions = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const { host = '127.0.0.1', port = 0, stateFile } = options;
  const sandbox: Sandbox = {
    clock: options.clock ?? { now: () => new Date(), nowMs: () => Date.now() },
    companies: openCompanies({
      changesKept: options.changesKept ?? 1_000_000,
      journal: stateFile === undefined ? undefined : openChangeJournal(stateFile),
    }),
    faults: openFaults(),
    limits: openRateLimits(),
    stats: openRequestStats(),
    pageSizeMax: options.pageSizeMax ?? 1000,
    tokenSeconds: options.tokenSeconds ?? 1800,
  };
  const server = fastify({
    logger: false,
    // Close open connections when the server stops. Otherwise a request that never ends because of the fault `hang`
    // would keep the server from stopping.
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  });
  addTokenRoutes(server, sandbox);
  addRecordRoutes(server, sandbox);
  addContentRoute(server, sandbox);
  addWriteRoutes(server, sandbox);
  addControlRoutes(server, sandbox);
  await server.listen({ host, port });
  const taken = server.addresses().find((address) => typeof address === 'object');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken?.port ?? port}`,
    stop: () => server.close(),
  };
}
