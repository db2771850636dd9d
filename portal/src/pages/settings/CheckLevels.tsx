import { Button, NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type Input, read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { spaced } from '../../ui/state-words.ts';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';

type Check = Answer<'getChecks'>['checks'][number];
type Change = Input<'replaceChecks'>['body'];
const levels = ['inform', 'warn', 'hold'] as const;
const labels = { inform: t('inform'), warn: t('warn'), hold: t('holdBack') };

/** What happens if a check finds something in the data of a company. */
export function CheckLevels() {
  const { data, error, refetch } = useQuery(read('getChecks', {}));
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />;
  return data ? <Levels checks={data.checks} /> : null;
}

function Levels({ checks }: { checks: Check[] }) {
  const [rows, setRows] = useState(checks);
  const may = useMay('developer');
  const save = useChange('replaceChecks', { refreshes: ['getChecks'], done: t('checksSaved') });
  const put = (check: string, part: Partial<Check>) =>
    setRows(rows.map((row) => (row.check === check ? { ...row, ...part, isDefault: false } : row)));
  const columns: Column<Check>[] = [
    {
      id: 'check',
      header: t('check'),
      cell: ({ check, about }) => (
        <>
          <Text size="sm" fw={600}>
            {spaced(check)}
          </Text>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </>
      ),
    },
    {
      id: 'level',
      header: t('level'),
      cell: ({ check, level }) => (
        <Select
          size="xs"
          w={140}
          aria-label={t('levelOf', { check: spaced(check) })}
          data={levels.map((value) => ({ value, label: labels[value] }))}
          value={level}
          disabled={!may}
          allowDeselect={false}
          onChange={(next) => next && put(check, { level: next })}
        />
      ),
    },
    {
      id: 'tolerance',
      header: t('tolerance'),
      cell: ({ check, tolerance, toleranceAbout }) => (
        <NumberInput
          size="xs"
          w={120}
          min={0}
          aria-label={t('toleranceOf', { check: spaced(check) })}
          title={toleranceAbout}
          value={tolerance}
          disabled={!may}
          onChange={(next) => typeof next === 'number' && put(check, { tolerance: next })}
        />
      ),
    },
  ];
  const own = rows.filter(({ isDefault }) => !isDefault);
  // The server may know checks that this page does not; it lists only values that the server has sent.
  const body = { checks: own.map(({ check, level, tolerance }) => ({ check, level, tolerance })) } as Change;
  return (
    <Section
      title={t('checks')}
      actions={
        may && (
          <Button
            disabled={JSON.stringify(rows) === JSON.stringify(checks)}
            loading={save.isPending}
            onClick={() => save.mutate({ body })}
          >
            {t('saveChecks')}
          </Button>
        )
      }
    >
      <Text size="sm" mb="xs">
        {t('checksExamineWhatASync')}
      </Text>
      <ErrorNote error={save.error} />
      <RowTable label={t('checks')} columns={columns} rows={rows} rowKey={({ check }) => check} />
      <CurlLine operation="getChecks" input={{}} />
    </Section>
  );
}
