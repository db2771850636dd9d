import Type, { type Static } from 'typebox';
import { planNames } from '../accounts/plans.ts';

const id = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const open = 'New values may appear.';

export const hoursMax = 168;
const hoursDefault = 24;

export const OverviewQuery = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: hoursMax,
        default: hoursDefault,
        description: 'How far `activity` reaches back, in hours.',
      }),
    ),
  },
  { additionalProperties: false },
);
export const hoursOf = ({ hours = hoursDefault }: Static<typeof OverviewQuery>) => hours;

const Activity = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'The beginning of the hour, in UTC.' }),
    syncsCompleted: count,
    syncsFailed: count,
    delivered: Type.Integer({ minimum: 0, description: 'Webhooks that were delivered, of both generations.' }),
    failedAttempts: count,
    pushesSucceeded: count,
    pushesFailed: Type.Integer({ minimum: 0, description: 'Failed, or timed out.' }),
  },
  { title: 'Activity' },
);
export type Activity = Static<typeof Activity>;

export const attentionKinds = [
  'connectionDeauthorized',
  'syncFailed',
  'deletionsHeld',
  'syncWaiting',
  'pushUnknown',
  'consumerDisabled',
  'consumerFailing',
  'deliveriesLate',
  'requestLimit',
  'planLimit',
  'planExpiry',
] as const;

const Attention = Type.Object(
  {
    kind: Type.Enum([...attentionKinds], { description: open }),
    severity: Type.Enum(['error', 'warning'], {
      description: `\`error\`: something does not work until somebody acts. ${open}`,
    }),
    message: Type.String({ description: 'What happened, and what mends it.' }),
    since: Type.Optional(time),
    companyId: Type.Optional(id),
    companyName: Type.Optional(Type.String()),
    connectionId: Type.Optional(id),
    consumerId: Type.Optional(id),
    consumerName: Type.Optional(Type.String()),
    syncId: Type.Optional(id),
    pushId: Type.Optional(id),
    dataType: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer({ minimum: 1, description: 'How many of the kind this stands for.' })),
  },
  { title: 'Attention' },
);
export type Attention = Static<typeof Attention>;

export const Overview = Type.Object(
  {
    companies: Type.Object({
      total: count,
      linked: Type.Integer({ minimum: 0, description: 'With a linked connection.' }),
      needingAttention: count,
    }),
    activity: Type.Array(Activity, { description: 'Hour by hour, the oldest first; the last hour is not over.' }),
    isSampled: Type.Boolean({
      description:
        'True where more than 50,000 syncs or pushes ended in an hour: they are not counted further. Delivery attempts are always exact.',
    }),
    attention: Type.Array(Attention, { description: 'The worst first, at most 100.' }),
    isAttentionCut: Type.Boolean({
      description: 'More may need attention than `attention` shows: what it does not name is not known to be well.',
    }),
    health: Type.Object({
      status: Type.Enum(['ok', 'degraded'], {
        description: `\`degraded\`: something of the severity \`error\` needs attention. ${open}`,
      }),
      oldestDueSeconds: Type.Optional(
        Type.Integer({ minimum: 0, description: 'For how long the oldest delivery that is due has waited.' }),
      ),
    }),
  },
  { title: 'Overview' },
);
export type Overview = Static<typeof Overview>;

const Against = Type.Object({
  used: count,
  max: Type.Optional(Type.Integer({ minimum: 0, description: 'Absent: no limit.' })),
});
const Window = Type.Object({ limit: count, remaining: count, reset: time });

export const Usage = Type.Object(
  {
    plan: Type.Enum([...planNames], { description: open }),
    created: time,
    expires: Type.Optional(Type.String({ format: 'date-time', description: 'When the plan ends.' })),
    companies: Against,
    linkedCompanies: count,
    apiKeys: Against,
    consumers: Against,
    members: Type.Integer({ minimum: 0, description: 'People of the team.' }),
    requests: Type.Object({ minute: Window, day: Window }),
    deprecatedCalls: Type.Array(
      Type.Object({
        endpoint: Type.String(),
        keyName: Type.String(),
        calls: count,
        lastAt: time,
      }),
      { description: 'Calls of the event log of the older webhooks in the last 30 days, the latest first.' },
    ),
  },
  { title: 'Usage' },
);
export type Usage = Static<typeof Usage>;
