import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { Findings } from './Findings.tsx';

type Held = Answer<'getQuality'>['held'][number];
type Changed = Answer<'getHeldDiff'>['records'][number];

/** A state that is not shown to readers: why, what it would change, and the decision. */
export function HeldGeneration({ companyId, held }: { companyId: string; held: Held }) {
  const { syncId, dataType } = held;
  const diff = useQuery(read('getHeldDiff', { companyId, syncId }));
  return (
    <Section title={t('heldState', { dataType: spaced(dataType) })} actions={<Decision {...{ companyId, held }} />}>
      <Alert variant="outline" color="red" icon={<IconAlertTriangle />} title={t('readersSeeLastGoodState')}>
        <Text size="sm">{held.reason}</Text>
        <Text size="sm">
          <TextLink inText to={paths.sync(companyId, syncId)}>
            {t('details')}
          </TextLink>{' '}
          <Time at={held.checkedAt} />
        </Text>
      </Alert>
      <Stack gap="xs" mt="sm">
        {held.results
          .filter(({ outcome }) => outcome === 'found')
          .map((result) => (
            <div key={result.check}>
              <Text size="sm" fw={600}>
                {spaced(result.check)}
              </Text>
              <Findings companyId={companyId} dataType={dataType} result={result} />
            </div>
          ))}
      </Stack>
      <ErrorNote error={diff.error} />
      {diff.data && (
        <>
          <Text size="sm" mt="sm">
            {t('heldChanges', { added: diff.data.added, updated: diff.data.updated, deleted: diff.data.deleted })}
          </Text>
          <RowTable
            label={t('heldState', { dataType: spaced(dataType) })}
            columns={columns}
            rows={diff.data.records.slice(0, 20)}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </Section>
  );
}

const valueText = (value: unknown) => (value === undefined ? '–' : JSON.stringify(value)).slice(0, 80);

const columns: Column<Changed>[] = [
  { id: 'id', header: t('record'), cell: ({ id }) => id },
  { id: 'change', header: t('change'), cell: ({ change }) => spaced(change) },
  {
    id: 'fields',
    header: t('fields'),
    cell: ({ change, fields }) =>
      change === 'updated'
        ? fields.map(({ name, before, after }) => (
            <Text size="sm" key={name}>
              {name}: {valueText(before)} → {valueText(after)}
            </Text>
          ))
        : null,
  },
];

function Decision({ companyId, held }: { companyId: string; held: Held }) {
  const { syncId } = held;
  const refreshes = ['getQuality', 'getSync', 'listSyncs', 'getDataStatus', 'getOverview'] as const;
  const confirm = useChange('confirmDeletions', { refreshes: [...refreshes], done: t('newStateConfirmed') });
  const reject = useChange('cancelSync', { refreshes: [...refreshes], done: t('newStateRejected') });
  if (!useMay('developer')) return null;
  return (
    <Group gap="xs">
      <Confirm
        title={t('publishNewStateQuestion')}
        action={t('publishNewState')}
        isDangerous
        run={() => confirm.mutateAsync({ companyId, syncId })}
        trigger={(open) => (
          <Button size="compact-sm" onClick={open}>
            {t('publishNewState')}
          </Button>
        )}
      >
        {held.reason}
      </Confirm>
      <Button
        variant="default"
        size="compact-sm"
        loading={reject.isPending}
        onClick={() => reject.mutate({ companyId, syncId })}
      >
        {t('rejectNewState')}
      </Button>
    </Group>
  );
}
