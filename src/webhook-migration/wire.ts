import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import type { Check } from './check-migration.ts';
import type { MigrationStatus } from './migration-status.ts';
import type { RehearsalReport } from './report-rehearsal.ts';

/** Wire schemas of the migration, for clients in the portal and for the operator. */
const id = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const open = openValues();

const Finding = Type.Object(
  {
    kind: Type.String({ description: open }),
    text: Type.String(),
    evidence: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'The facts that the finding is based on.',
    }),
  },
  { title: 'MigrationFinding' },
);

const MigrationCheck = Type.Object(
  {
    checkedAt: time,
    days: Type.Integer({ description: 'A call to the event log blocks the migration for this number of days.' }),
    isReady: Type.Boolean({ description: 'True if nothing blocks the migration.' }),
    blockers: Type.Array(Finding),
    warnings: Type.Array(Finding, { description: 'Findings that do not block the migration.' }),
  },
  { title: 'MigrationCheck' },
);

const MigrationPlan = Type.Object(
  {
    hash: Type.String({ description: 'Identifies the plan. The same rules always give the same plan and hash.' }),
    rules: count,
    consumers: Type.Array(
      Type.Object({
        name: Type.String(),
        url: Type.String(),
        eventTypes: Type.Array(Type.String()),
        channels: Type.Array(id, { description: 'Empty if the consumer is company-agnostic.' }),
        headers: Type.Record(Type.String(), Type.String()),
        hasAuthorization: Type.Boolean(),
        ruleIds: Type.Array(id),
      }),
      { description: 'The consumers that replace the rules.' },
    ),
    emailRules: Type.Array(
      Type.Object({
        ruleId: id,
        type: Type.String(),
        companyId: Type.Optional(id),
        emails: Type.Array(Type.String()),
        replacedBy: Type.Optional(Type.String()),
      }),
      { description: 'Rules that send e-mail. The newer webhooks send no e-mail.' },
    ),
    droppedRules: Type.Array(Type.Object({ ruleId: id, companyId: id }), {
      description: 'Rules of companies that have been deleted.',
    }),
  },
  { title: 'MigrationPlan' },
);

const Rehearsal = Type.Object(
  {
    rehearsalId: id,
    started: time,
    until: time,
    ended: Type.Optional(
      Type.String({ format: 'date-time', description: 'Absent while the rehearsal is in progress.' }),
    ),
  },
  { title: 'Rehearsal' },
);

export const Migration = Type.Object(
  {
    generation: Type.Enum(['older', 'newer'], { description: 'Which webhooks serve the account.' }),
    state: Type.Enum(['notMigrated', 'migrated', 'rolledBack', 'alwaysNewer'], { description: open }),
    declared: Type.Boolean({ description: 'Whether the client has declared that it does not rely on `RuleId`.' }),
    requested: Type.Boolean({ description: 'Whether the client has asked for the migration.' }),
    check: Type.Optional(MigrationCheck),
    plan: Type.Optional(MigrationPlan),
    rehearsal: Type.Optional(Rehearsal),
    consumers: Type.Array(
      Type.Object({
        consumerId: id,
        url: Type.String(),
        state: Type.Enum(['same', 'changed', 'gone'], {
          description: `What the client has done with the consumer since the migration. ${open}`,
        }),
      }),
      { description: 'The consumers that the migration created.' },
    ),
    history: Type.Array(
      Type.Object({
        at: time,
        step: Type.Enum(['declared', 'requested', 'rehearsed', 'applied', 'rolledBack'], { description: open }),
        by: Type.String(),
        source: Type.Enum(['client', 'operator'], { description: open }),
        detail: Type.String(),
      }),
      { description: 'Oldest first.' },
    ),
  },
  { title: 'Migration', description: '`check` and `plan` are present while the older webhooks serve the account.' },
);
export type Migration = Static<typeof Migration>;

const Sent = Type.Object({
  url: Type.String(),
  outcome: Type.Enum(['delivered', 'failed', 'pending'], { description: open }),
  statusCode: Type.Optional(Type.Integer()),
  ms: Type.Optional(Type.Integer({ description: 'Time from the event to the start of its last attempt, in ms.' })),
});
const Times = Type.Object({ median: Type.Integer(), max: Type.Integer() });

export const RehearsalQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000, default: 200, description: 'Maximum length of `perEvent`.' }),
    ),
  },
  { additionalProperties: false },
);
export type RehearsalQuery = Static<typeof RehearsalQuery>;

export const RehearsalBody = Type.Object(
  {
    rehearsalId: id,
    started: time,
    ended: Type.Optional(time),
    events: count,
    same: count,
    different: count,
    reasons: Type.Record(Type.String(), count, { description: 'Number of events by kind of difference.' }),
    olderSentTwice: Type.Integer({
      minimum: 0,
      description:
        'Number of events that the older webhooks sent to a URL more than once, because several rules matched. The newer webhooks send them once.',
    }),
    olderMs: Type.Optional(Times),
    newerMs: Type.Optional(Times),
    perEvent: Type.Array(
      Type.Object({
        eventId: id,
        ruleType: Type.String(),
        isSame: Type.Boolean(),
        differences: Type.Array(
          Type.Object({
            kind: Type.Enum(['body', 'onlyOlder', 'onlyNewer', 'outcome'], { description: open }),
            text: Type.String(),
          }),
        ),
        olderSentTwice: Type.Boolean(),
        older: Type.Array(Sent),
        newer: Type.Array(Sent),
      }),
      { description: 'Events that differ come first.' },
    ),
  },
  { title: 'RehearsalReport' },
);
export type RehearsalBody = Static<typeof RehearsalBody>;

const states = {
  'not migrated': 'notMigrated',
  migrated: 'migrated',
  'rolled back': 'rolledBack',
  'always newer': 'alwaysNewer',
} as const;

/** Converts the status and the check of a migration to their form in the API. */
export function toMigration(status: MigrationStatus, check: Check | undefined, nowMs: number): Migration {
  const { generation, state, declared, requested, rehearsal, consumers, history } = status;
  return {
    generation: generation as Migration['generation'],
    state: states[state],
    declared,
    requested,
    ...(check && { check: toCheck(check), plan: toPlan(check.plan) }),
    ...(rehearsal && { rehearsal: toRehearsal(rehearsal, nowMs) }),
    consumers: consumers as Migration['consumers'],
    history: history as Migration['history'],
  };
}

function toCheck({ checkedAt, days, isReady, blockers, notes }: Check) {
  return { checkedAt, days, isReady, blockers, warnings: notes };
}

function toPlan({ hash, rules, consumers, emails, dropped }: Check['plan']) {
  return {
    hash,
    rules,
    consumers: consumers.map(({ key: _, ...consumer }) => consumer),
    emailRules: emails,
    droppedRules: dropped,
  };
}

/** A rehearsal whose time is over has ended, even if no process has recorded that yet. */
function toRehearsal({ ended, ...rest }: NonNullable<MigrationStatus['rehearsal']>, nowMs: number) {
  const end = ended ?? (Date.parse(rest.until) <= nowMs ? rest.until : undefined);
  return { ...rest, ...(end !== undefined && { ended: end }) };
}

export function toRehearsalBody(report: RehearsalReport, { limit = 200 }: RehearsalQuery): RehearsalBody {
  const { ended, olderMs, newerMs, perEvent, reasons, ...rest } = report;
  const ordered = perEvent.toSorted((a, b) => Number(a.isSame) - Number(b.isSame));
  return {
    ...rest,
    ...(ended !== null && { ended }),
    reasons: reasons as Record<string, number>,
    ...(olderMs && { olderMs }),
    ...(newerMs && { newerMs }),
    perEvent: ordered.slice(0, limit),
  };
}
