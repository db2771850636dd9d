import { type Route, route } from '../http/route.ts';
import { readMaintenance, setMaintenance } from '../operations/store.ts';
import { auditOperator } from './audit.ts';
import { type HealthContext, readHealth } from './read-health.ts';
import { CellHealth, Maintenance, MaintenanceChange } from './wire.ts';

/** Routes for the health of the cell (the installation) and for its maintenance switch. */
export function operatorCellRoutes(ctx: HealthContext): Route[] {
  const shared = { tag: 'Operator', scope: 'manage', access: 'operator' } as const;
  const answers = { 200: { description: 'The maintenance switch', schema: Maintenance } };

  async function read() {
    const state = await readMaintenance(ctx.db.system);
    const { maintenance_since: since, maintenance_message: message } = state;
    return {
      enabled: state.maintenance,
      ...(since && { since: since.toISOString() }),
      ...(message !== null && { message }),
      retryAfterSeconds: state.maintenance_retry_after_seconds,
    };
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: '/operator/health',
      operationId: 'getCellHealth',
      summary: 'Get the health of the installation',
      answers: { 200: { description: 'Processes, queues, consumers, syncs, pushes and database', schema: CellHealth } },
      act: async () => ({ body: await readHealth(ctx) }),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/operator/maintenance',
      operationId: 'getMaintenance',
      summary: 'Get the maintenance switch',
      answers,
      act: async () => ({ body: await read() }),
    }),
    route({
      ...shared,
      method: 'PUT',
      path: '/operator/maintenance',
      operationId: 'setMaintenance',
      summary: 'Switch maintenance on or off',
      description:
        'During maintenance, all requests return 503, except sign-in and the requests of the operator. The workers pause. Nothing is lost. The change takes effect within two seconds.',
      body: MaintenanceChange,
      answers,
      async act(call) {
        const { enabled, message, retryAfterSeconds = 60 } = call.body;
        const before = await read();
        await ctx.db.system.transaction().execute(async (tx) => {
          const state = { on: enabled, message: message ?? null, retryAfterSeconds, since: ctx.clock.now() };
          await setMaintenance(tx, state);
          await auditOperator(ctx, tx, call, { operation: 'setMaintenance', before, after: call.body });
        });
        return { body: await read() };
      },
    }),
  ];
}
