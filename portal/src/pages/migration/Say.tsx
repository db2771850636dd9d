import { Button, Group, Text } from '@mantine/core';
import { t } from '../../messages/migration.ts';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import type { Migration } from './migration.ts';

/**
 * The two steps that the client takes: declare that RuleId is not used, and request the migration. Neither step changes
 * how events are sent.
 */
export function Say({ migration }: { migration: Migration }) {
  const may = useMay('administrator');
  const declare = useChange('declareRuleIdUnused', { refreshes: ['getMigration'], done: t('declarationSaved') });
  const request = useChange('requestMigration', {
    refreshes: ['getMigration'],
    done: t('migrationRequestedOperatorCanSee'),
  });
  const whoMay = !may && (
    <Text size="sm" c="dimmed">
      {t('onlyAdministratorsAccountCanDo')}
    </Text>
  );
  return (
    <div className="columns">
      <Section title={t('n1DeclareDoNotUse')}>
        <Text size="sm" mb="sm">
          {t.rich('theNewerWebhooksSendNo', { code: (text) => <code>{text}</code> })}
        </Text>
        {migration.declared ? (
          <ToneBadge tone="good" label={t('declared')} />
        ) : (
          may && (
            <Confirm
              title={t('declareDoNotUseRuleid')}
              action={t('declare')}
              run={() => declare.mutateAsync({})}
              trigger={(open) => <Button onClick={open}>{t('declareRuleidUnused')}</Button>}
            >
              {t.rich('youDeclareWholeTeamNone', { code: (text) => <code>{text}</code> })}
            </Confirm>
          )
        )}
        {!migration.declared && whoMay}
      </Section>
      <Section title={t('n2RequestTheMigration')}>
        <Text size="sm" mb="sm">
          {t('theOperatorCanFirstRehearse')}
        </Text>
        {migration.requested ? (
          <ToneBadge tone="good" label={t('migrationRequested')} />
        ) : (
          may && (
            <Group>
              <Confirm
                title={t('requestTheMigration')}
                action={t('requestMigration')}
                run={() => request.mutateAsync({})}
                trigger={(open) => <Button onClick={open}>{t('requestMigration')}</Button>}
              >
                {t('theOperatorSeesRequestContacts')}
              </Confirm>
            </Group>
          )
        )}
        {!migration.requested && whoMay}
      </Section>
    </div>
  );
}
