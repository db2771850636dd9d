import { countOf } from '../../base/count-of.ts';
import type { Applied } from '../../webhook-migration/apply-migration.ts';
import type { Check, MigrationFinding } from '../../webhook-migration/check-migration.ts';
import type { MigrationStatus } from '../../webhook-migration/migration-status.ts';
import type { MigrationPlan } from '../../webhook-migration/plan-migration.ts';
import type { RehearsalReport } from '../../webhook-migration/report-rehearsal.ts';
import { table } from '../table.ts';

/** Text output of the migration commands. */
const shownMax = 20;

export function checkText(check: Omit<Check, 'plan'>): string {
  const verdict =
    check.generation === 'newer'
      ? 'The newer webhooks already serve this account.'
      : check.isReady
        ? 'Ready: nothing blocks the migration.'
        : `Not ready: ${countOf(check.blockers.length, 'blocker')}.`;
  return [
    verdict,
    ...check.blockers.map((one) => `\nBLOCKER ${findingText(one)}`),
    ...check.notes.map((one) => `\nNote ${findingText(one)}`),
  ].join('\n');
}

function findingText({ kind, text, evidence }: MigrationFinding): string {
  const lines = [`${kind}: ${text}`];
  if (evidence.length > 0) lines.push(shown(evidence, Object.keys(evidence[0] ?? {})));
  return lines.join('\n');
}

function shown(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const more = rows.length > shownMax ? `\n… and ${rows.length - shownMax} more; --json shows all.` : '';
  return table(rows.slice(0, shownMax), columns) + more;
}

export function planText(plan: MigrationPlan): string {
  const consumers = plan.consumers.map(({ key, url, eventTypes, channels, headers, hasAuthorization, ruleIds }) => ({
    key,
    url,
    eventTypes,
    companies: channels.length === 0 ? 'all' : channels.length,
    headers: [...Object.keys(headers), ...(hasAuthorization ? ['Authorization'] : [])],
    rules: ruleIds.length,
  }));
  const columns = ['key', 'url', 'eventTypes', 'companies', 'headers', 'rules'];
  const parts = [
    `Plan ${plan.hash.slice(0, 12)}: ${countOf(plan.rules, 'rule')} ${plan.rules === 1 ? 'becomes' : 'become'} ${countOf(plan.consumers.length, 'consumer')}.`,
    shown(consumers, columns),
  ];
  if (plan.emails.length > 0)
    parts.push(
      '\nE-mail rules (the newer webhooks send no e-mail):',
      shown(plan.emails, ['ruleId', 'type', 'companyId', 'emails', 'replacedBy']),
    );
  if (plan.dropped.length > 0)
    parts.push('\nRules left out because the company was deleted:', shown(plan.dropped, ['ruleId', 'companyId']));
  return parts.join('\n');
}

export function appliedText(applied: Applied): string {
  const head = applied.isNew
    ? `Migrated: the newer webhooks serve the account from now on. Plan ${applied.planHash.slice(0, 12)}.`
    : `Nothing changed: the migration was already applied at ${applied.at}, plan ${applied.planHash.slice(0, 12)}.`;
  const forced = applied.forced ? [`Ignored blockers: ${applied.forced.blockers.join(', ')}.`] : [];
  return [head, ...forced, shown(applied.consumers, ['consumerId', 'url'])].join('\n');
}

export function statusText(status: MigrationStatus): string {
  const { rehearsal } = status;
  const fields = [
    { field: 'state', value: status.state },
    { field: 'served by', value: `the ${status.generation} webhooks` },
    { field: 'RuleId declared unused', value: status.declared ? 'yes' : 'no' },
    { field: 'requested by the client', value: status.requested ? 'yes' : 'no' },
    {
      field: 'last rehearsal',
      value: rehearsal ? (rehearsal.ended ? `ended ${rehearsal.ended}` : `until ${rehearsal.until}`) : 'none',
    },
  ];
  return [
    table(fields, ['field', 'value']),
    '\nConsumers created by the migration:',
    shown(status.consumers, ['consumerId', 'url', 'state']),
    '\nHistory:',
    table(status.history, ['at', 'step', 'by', 'source', 'detail']),
  ].join('\n');
}

export function reportText(report: RehearsalReport): string {
  const ms = (of: RehearsalReport['olderMs']) => (of ? `median ${of.median} ms, maximum ${of.max} ms` : '-');
  const fields = [
    { field: 'from', value: report.started },
    { field: 'to', value: report.ended ?? 'in progress' },
    { field: 'events', value: report.events },
    { field: 'same', value: report.same },
    { field: 'different', value: report.different },
    { field: 'sent twice by the older webhooks', value: report.olderSentTwice },
    { field: 'older: time to last attempt', value: ms(report.olderMs) },
    { field: 'newer: time to last attempt', value: ms(report.newerMs) },
  ];
  const different = report.perEvent
    .filter(({ isSame }) => !isSame)
    .map(({ eventId, ruleType, differences }) => ({
      event: eventId,
      ruleType,
      why: differences.map(({ kind, text }) => `${kind}: ${text}`).join('; '),
    }));
  const parts = [table(fields, ['field', 'value'])];
  if (different.length > 0) parts.push('\nDifferent:', shown(different, ['event', 'ruleType', 'why']));
  return parts.join('\n');
}
