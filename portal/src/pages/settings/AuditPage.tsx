import { Text } from '@mantine/core';
import type { Answer } from '../../api.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { anyOf, hasWords } from '../../ui/filter/filter-text.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { spaced } from '../../ui/state-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';
import { jsonChanges } from './json-changes.ts';
import './settings.css';

type Entry = Answer<'listAudit'>['results'][number];

const actorKinds: Record<string, string> = {
  person: '',
  key: 'API key',
  operator: 'operator',
  service: 'service',
};

const columns: Column<Entry>[] = [
  { id: 'at', header: 'Time', orderBy: 'at', cell: ({ at }) => <Time at={at} exact /> },
  {
    id: 'actor',
    header: 'Actor',
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
    header: 'Action',
    cell: ({ operation, subject, companyId }) => (
      <>
        {spaced(operation)}
        <Text size="xs" c="dimmed">
          {subject.kind}{' '}
          {companyId && subject.kind === 'company' ? (
            <TextLink to={paths.company(companyId)}>{subject.name ?? subject.id ?? ''}</TextLink>
          ) : (
            (subject.name ?? subject.id)
          )}
        </Text>
      </>
    ),
  },
  { id: 'change', header: 'Changes', cell: (entry) => <Diff entry={entry} /> },
];

export function AuditPage() {
  const may = useMay('administrator');
  return (
    <Page title="Audit log" lead="Every change in this account: who made it, when, and the values before and after.">
      {may ? (
        <ListTable
          label="Audit log"
          operation="listAudit"
          columns={columns}
          rowKey={({ auditId }) => auditId}
          search={{
            label: 'Search by actor or action',
            filter: (text) =>
              anyOf(...['actor.name', 'operation', 'subject.name'].map((field) => hasWords(field, text))),
          }}
          hasCurl={false}
          empty={<EmptyState title="No changes yet" />}
        />
      ) : (
        <EmptyState title="Only administrators can view the audit log">
          If you need information from it, ask an administrator of your team.
        </EmptyState>
      )}
    </Page>
  );
}

function Diff({ entry }: { entry: Entry }) {
  const changes = jsonChanges(entry.before, entry.after);
  if (changes.length === 0 && !entry.correlationId) return <span className="dimmed">–</span>;
  return (
    <details className="audit-entry">
      <summary>
        {changes.length === 0 ? 'Details' : changes.length === 1 ? '1 field' : `${changes.length} fields`}
      </summary>
      <table className="diff">
        <tbody>
          {changes.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>
                {before !== undefined && <del>{before}</del>} {before !== undefined && after !== undefined && '→ '}
                {after !== undefined && <ins>{after}</ins>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {entry.correlationId && (
        <Text size="xs" c="dimmed" mt={4}>
          Correlation ID <CopyText value={entry.correlationId} what="correlation ID" />
        </Text>
      )}
    </details>
  );
}
