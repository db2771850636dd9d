import Type, { type Static } from 'typebox';
import { planNames } from '../accounts/plans.ts';
import { openValues } from '../base/open-values.ts';
import { time, uuid } from '../lists/wire.ts';

/** Schemas of the operator routes: for accounts, migrations and the health of the installation. */
export const count = Type.Integer({ minimum: 0 });
export const open = openValues();
export const plan = Type.Enum([...planNames], { description: open });
export const generation = Type.Enum(['older', 'newer'], {
  description: 'Which webhooks the account uses: `older` (rules) or `newer` (consumers).',
});
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const requestsPerMinute = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

export const NewClientAccount = Type.Object(
  { name, plan: Type.Optional(plan), webhookGeneration: Type.Optional(generation) },
  { additionalProperties: false, title: 'ClientAccountInput' },
);

export const ClientAccountChange = Type.Object(
  {
    name: Type.Optional(name),
    plan: Type.Optional(plan),
    requestsPerMinute: Type.Optional(
      Type.Union([requestsPerMinute, Type.Null()], {
        description: "`null` resets the limit to the installation's default.",
      }),
    ),
    snapshotDays: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.Null()], {
        description: 'How many days a snapshot of a company is kept at the longest. `null`: the default.',
      }),
    ),
    snapshotBytes: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 1e15 }), Type.Null()], {
        description:
          'How many bytes the snapshots of the account may hold on disk before no new one is taken. `null`: the default of the plan.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, title: 'ClientAccountChange' },
);

export const AccountParams = Type.Object({ accountId: uuid });

export const NewRehearsal = Type.Object(
  {
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440, default: 10 })),
    toUrl: Type.Optional(
      Type.String({
        maxLength: 2048,
        pattern: '^https?://\\S+$',
        description:
          'URL to which the messages of the rehearsal are sent. If absent, they are sent to the URLs of the rules. In both cases, the header `X-Daybook-Rehearsal` marks them.',
      }),
    ),
  },
  { additionalProperties: false, title: 'RehearsalInput' },
);

export const MigrationOrder = Type.Object(
  {
    automationUrl: Type.Optional(
      Type.String({
        maxLength: 2048,
        pattern: '^https?://\\S+$',
        description:
          'Webhook URL of an automation tool. After the migration, it receives the events for which rules send e-mails now.',
      }),
    ),
    force: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '\\S',
        description: 'Reason for overriding the blockers. The reason is recorded.',
      }),
    ),
  },
  { additionalProperties: false, title: 'MigrationOrder' },
);

export const Maintenance = Type.Object(
  {
    enabled: Type.Boolean(),
    since: Type.Optional(time),
    message: Type.Optional(Type.String()),
    retryAfterSeconds: Type.Integer({ minimum: 1 }),
  },
  { title: 'Maintenance' },
);

export const MaintenanceChange = Type.Object(
  {
    enabled: Type.Boolean(),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999, default: 60 })),
    message: Type.Optional(Type.String({ maxLength: 500, description: 'Text that is shown to clients.' })),
  },
  { additionalProperties: false, title: 'MaintenanceChange' },
);

const byStatus = Type.Array(Type.Object({ status: Type.String(), count }), {
  description: 'Number of unfinished operations by status.',
});
const oldestDueSeconds = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Number of seconds that the oldest due item has waited.' }),
);

export const CellHealth = Type.Object(
  {
    at: time,
    processes: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Host and process id.' }),
        role: Type.String(),
        version: Type.String(),
        started: time,
        lastSeen: Type.String({ format: 'date-time', description: 'Latest heartbeat. There is one per second.' }),
        isAlive: Type.Boolean(),
      }),
    ),
    lanes: Type.Object({
      pending: Type.Integer({ minimum: 0, description: 'Pending deliveries, counted up to 100,000.' }),
      oldestDueSeconds,
      busiest: Type.Array(
        Type.Object({
          consumerId: uuid,
          name: Type.String(),
          accountId: uuid,
          accountName: Type.String(),
          pending: Type.Integer({ minimum: 0, description: 'Pending deliveries, counted up to 10,000.' }),
          oldestDue: time,
          failingSince: Type.Optional(time),
        }),
        { description: 'Up to 20 consumers whose deliveries have waited longest.' },
      ),
    }),
    queues: Type.Array(Type.Object({ name: Type.String(), waiting: count, active: count, failed: count }), {
      description: 'Job queues. The counts may be a few seconds old.',
    }),
    syncs: Type.Object({ underWay: byStatus, failedLastHour: count }),
    pushes: Type.Object({
      open: byStatus,
      unknown: Type.Integer({ minimum: 0, description: 'Pushes with an unknown outcome that a person must resolve.' }),
    }),
    alerts: Type.Object({ pending: count, oldestDueSeconds }, { description: 'Deliveries of the older webhooks.' }),
    database: Type.Object({
      version: Type.String(),
      sizeBytes: count,
      connections: Type.Object({ used: count, max: count }),
    }),
  },
  { title: 'CellHealth' },
);
export type CellHealth = Static<typeof CellHealth>;
