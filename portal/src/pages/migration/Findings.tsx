import { List, Text } from '@mantine/core';
import { Section } from '../../ui/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { spaced } from '../../ui/state-words.ts';
import { exactTime } from '../../ui/time-words.ts';
import type { Migration } from './MigrationPage.tsx';

type Check = NonNullable<Migration['check']>;
type Finding = Check['blockers'][number];

/** The service words these for its operator; the client can do something about them here. */
const clientWords: Record<string, string> = {
  ruleIdNotDeclared: 'You have not declared yet that you do not rely on RuleId. Do so above.',
  rehearsalUnderWay: 'A rehearsal is under way. The migration waits for its end.',
  notRequested: 'You have not asked for the migration yet. Do so above.',
  emailRules:
    'E-mails are no longer sent afterwards. The operator can give their events to the webhook of an automation tool of yours instead.',
};

/** What stands in the way, with what it was seen by; and what is good to know. */
export function Findings({ check, isOperator }: { check: Check; isOperator: boolean }) {
  return (
    <Section
      title="What stands in the way"
      lead={`Looked at ${exactTime(check.checkedAt)}${isOperator ? '' : '; it is looked at again before anything is done'}.`}
    >
      {check.blockers.length === 0 && <ToneBadge tone="good" label="Nothing: it can be migrated" />}
      {check.blockers.map((finding) => (
        <OneFinding key={finding.kind} finding={worded(finding, isOperator)} isBlocker />
      ))}
      {check.warnings.length > 0 && (
        <>
          <Text fw={600} size="sm" mt="md" mb={4}>
            Good to know
          </Text>
          {check.warnings.map((finding) => (
            <OneFinding key={finding.kind} finding={worded(finding, isOperator)} isBlocker={false} />
          ))}
        </>
      )}
    </Section>
  );
}

function worded(finding: Finding, isOperator: boolean): Finding {
  return isOperator ? finding : { ...finding, text: clientWords[finding.kind] ?? finding.text };
}

function OneFinding({ finding, isBlocker }: { finding: Finding; isBlocker: boolean }) {
  return (
    <div className="finding">
      {isBlocker && <ToneBadge tone="bad" label="In the way" />}
      <Text size="sm">{finding.text}</Text>
      {finding.evidence.length > 0 && (
        <List size="sm" className="evidence">
          {finding.evidence.map((fact) => (
            <List.Item key={JSON.stringify(fact)}>{evidenceText(fact)}</List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

/** "Key name: server · calls: 12 · last: 3 Nov 2026". Ids of keys and rules tell a person nothing here. */
function evidenceText(fact: Record<string, unknown>): string {
  return Object.entries(fact)
    .filter(
      ([name, value]) =>
        value !== null && value !== undefined && !/^(apiKeyId|ruleId|rehearsalId|isKeyLive|days)$/.test(name),
    )
    .map(([name, value]) => `${spaced(name).toLowerCase()}: ${valueText(value)}`)
    .join(' · ');
}

function valueText(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return exactTime(value);
  return Array.isArray(value) ? value.join(', ') : String(value);
}
