import { List, Text } from '@mantine/core';
import { t } from '../../messages/migration.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { spaced } from '../../ui/state-words.ts';
import { exactTime } from '../../ui/time-words.ts';
import type { Migration } from './migration.ts';

type Check = NonNullable<Migration['check']>;
type Finding = Check['blockers'][number];

/**
 * Texts for the client, by kind of finding. They are shown instead of the service's texts, which are written for the
 * operator.
 */
const clientWords: Record<string, string> = {
  ruleIdNotDeclared: t('youHaveNotDeclaredYet'),
  rehearsalUnderWay: t('aRehearsalIsRunningMigration'),
  notRequested: t('youHaveNotRequestedMigration'),
  emailRules: t('noEMailsAreSent'),
};

/** Shows the problems that block the migration, each with its evidence. Also shows warnings, which do not block it. */
export function Findings({ check, isOperator }: { check: Check; isOperator: boolean }) {
  return (
    <Section
      title={t('blockers')}
      lead={t(isOperator ? 'checkedAt' : 'checkedAtAndAgain', { time: exactTime(check.checkedAt) })}
    >
      {check.blockers.length === 0 && <ToneBadge tone="good" label={t('noBlockersReadyMigrate')} />}
      {check.blockers.map((finding) => (
        <OneFinding key={finding.kind} finding={worded(finding, isOperator)} isBlocker />
      ))}
      {check.warnings.length > 0 && (
        <>
          <Text fw={600} size="sm" mt="md" mb={4}>
            {t('warnings')}
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
      {isBlocker && <ToneBadge tone="bad" label={t('blocker')} />}
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

/** Formats evidence: "key name: server · calls: 12 · last at: 3 Nov 2026". Ids are left out. */
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
