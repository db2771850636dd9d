import { Text } from '@mantine/core';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/settings.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { anyOf, hasWords } from '../../../ui/filter/filter-text.ts';
import { Page } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { actionWords, fieldWords } from './action-words.ts';
import { EntryDetails } from './EntryDetails.tsx';
import '../settings.css';

type Entry = Answer<'listAudit'>['results'][number];

const actorKinds: Record<string, string> = {
  person: '',
  key: t('apiKey'),
  operator: t('operator'),
  service: t('service'),
};

const columns: Column<Entry>[] = [
  { id: 'at', header: t('time'), orderBy: 'at', cell: ({ at }) => <Time at={at} exact /> },
  {
    id: 'actor',
    header: t('actor'),
    cell: ({ actor, address }) => (
      <>
        {actor.name}
        <Text size="xs" c="dimmed">
          {[actorKinds[actor.kind] ?? actor.kind, address].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  {
    id: 'operation',
    header: t('action'),
    cell: ({ operation, subject, companyId }) => (
      <>
        <span title={operation}>{actionWords(operation)}</span>
        <Text size="xs" c="dimmed">
          {fieldWords(subject.kind)}{' '}
          {companyId && subject.kind === 'company' ? (
            <TextLink to={paths.company(companyId)}>{subject.name ?? subject.id ?? ''}</TextLink>
          ) : (
            (subject.name ?? subject.id)
          )}
        </Text>
      </>
    ),
  },
  { id: 'change', header: t('changes'), cell: (entry) => <EntryDetails entry={entry} /> },
];

export function AuditPage() {
  const may = useMay('administrator');
  return (
    <Page title={t('auditLog')} lead={t('everyChangeThisAccountWho')}>
      {may ? (
        <ListTable
          label={t('auditLog')}
          operation="listAudit"
          columns={columns}
          rowKey={({ auditId }) => auditId}
          search={{
            label: t('searchActorOrAction'),
            filter: (text) =>
              anyOf(...['actor.name', 'operation', 'subject.name'].map((field) => hasWords(field, text))),
          }}
          filterFields={['operation', 'actor.name', 'at', 'subject.kind', 'subject.id', 'companyId', 'correlationId']}
          periodField="at"
          hasCurl={false}
          empty={<EmptyState title={t('noChangesYet')} />}
        />
      ) : (
        <EmptyState title={t('onlyAdministratorsCanViewAudit')}>{t('ifNeedInformationFromAsk')}</EmptyState>
      )}
    </Page>
  );
}
