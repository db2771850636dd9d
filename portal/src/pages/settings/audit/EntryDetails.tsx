import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/settings.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { Json } from '../../../ui/code/Json.tsx';
import { fieldWords } from './action-words.ts';
import { type Change, jsonChanges } from './json-changes.ts';
import { valueWords } from './value-words.ts';

type Entry = Answer<'listAudit'>['results'][number];

/** The fields that a change has changed, in words. The stored JSON is one click away. */
export function EntryDetails({ entry }: { entry: Entry }) {
  const [isRaw, setRaw] = useState(false);
  const changes = jsonChanges(entry.before, entry.after);
  if (changes.length === 0 && !entry.correlationId) return <span className="dimmed">–</span>;
  const { operation, subject, before, after } = entry;
  return (
    <details className="audit-entry">
      <summary>{changes.length === 0 ? t('details') : t('changedFields', { count: changes.length })}</summary>
      {isRaw ? (
        <Json value={{ operation, subject, before, after }} what={t('auditEntry')} maxHeight={320} />
      ) : (
        <table className="diff">
          <tbody>
            {changes.map((change) => (
              <FieldLine key={change.path} change={change} />
            ))}
          </tbody>
        </table>
      )}
      <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setRaw(!isRaw)}>
        {isRaw ? t('showInWords') : t('showRaw')}
      </Button>
      {entry.correlationId && (
        <Text size="xs" c="dimmed" mt={4}>
          {t.rich('correlationIdCopyText', {
            copyText: <CopyText value={entry.correlationId} what={t('correlationId')} />,
          })}
        </Text>
      )}
    </details>
  );
}

function FieldLine({ change: { path, before, after } }: { change: Change }) {
  return (
    <tr>
      <th scope="row" title={path}>
        {fieldWords(path)}
      </th>
      <td>
        {before !== undefined && <del>{valueWords(before)}</del>} {before !== undefined && after !== undefined && '→ '}
        {after !== undefined && <ins>{valueWords(after)}</ins>}
      </td>
    </tr>
  );
}
