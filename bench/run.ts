import { benchAttachments } from './attachments.ts';
import { benchCompanies } from './companies.ts';
import { benchDelivery } from './delivery.ts';
import { benchDeliveryExtremes } from './delivery-extremes.ts';
import { benchExport } from './export.ts';
import { benchFairness } from './fairness.ts';
import { benchFirstCall } from './first-call.ts';
import { benchFreshness } from './freshness/freshness.ts';
import { benchGrowth, growthOptions } from './growth/growth.ts';
import { benchIdleDeliveries } from './idle-deliveries.ts';
import { benchMessageLog } from './message-log.ts';
import { benchNeighbour } from './neighbour.ts';
import { benchProofs } from './proofs.ts';
import { benchProviderIsolation } from './provider-isolation.ts';
import { publicApiBenches } from './public-api/public-api.ts';
import { publish } from './publish/publish.ts';
import { showSizing, sizingOptions } from './publish/show-sizing.ts';
import { benchPush } from './push.ts';
import { benchReads } from './reads.ts';
import { benchReplica } from './replica.ts';
import { benchRequestLog } from './request-log.ts';
import { runNamed } from './run-named.ts';
import { benchSchedule } from './schedule.ts';
import { benchSearch } from './search.ts';
import { benchStanding } from './standing.ts';
import { benchSync } from './sync.ts';
import { benchTenants, tenantsOptions } from './tenants/tenants.ts';
import { benchTracing } from './tracing.ts';
import { benchTrust } from './trust.ts';
import { benchWrites } from './writes.ts';

/**
 * `npm run bench -- NAME [--json]`: measures on its own PostgreSQL in a temporary folder and checks the bars. `publish`
 * and `sizing` do not measure: they use the runs in bench/results.
 */
await runNamed('bench', {
  attachments: benchAttachments,
  companies: benchCompanies,
  delivery: benchDelivery,
  'delivery-extremes': benchDeliveryExtremes,
  export: benchExport,
  fairness: benchFairness,
  'first-call': benchFirstCall,
  freshness: benchFreshness,
  growth: { run: benchGrowth, options: growthOptions },
  'idle-deliveries': benchIdleDeliveries,
  'message-log': benchMessageLog,
  neighbour: benchNeighbour,
  proofs: benchProofs,
  'provider-isolation': benchProviderIsolation,
  ...publicApiBenches,
  publish,
  push: benchPush,
  reads: benchReads,
  replica: benchReplica,
  'request-log': benchRequestLog,
  schedule: benchSchedule,
  search: benchSearch,
  sizing: { run: showSizing, options: sizingOptions },
  standing: benchStanding,
  sync: benchSync,
  tenants: { run: benchTenants, options: tenantsOptions },
  tracing: benchTracing,
  trust: benchTrust,
  writes: benchWrites,
});
