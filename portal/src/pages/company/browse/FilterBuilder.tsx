import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/company.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { fieldWord } from '../records/field-words.ts';
import { type Comparison, comparisonsFor, withCondition } from './condition-text.ts';
import type { Shape } from './record-fields.ts';

type FilterBuilderProps = {
  shapes: readonly Shape[];
  /** The fields to offer, the usual ones first. */
  fields: readonly string[];
  values: Record<string, readonly string[]>;
  query: string | undefined;
  onApply: (query: string) => void;
};

const words: Record<Comparison, string> = {
  is: t('filterIs'),
  isNot: t('filterIsNot'),
  contains: t('filterContains'),
  moreThan: t('filterMoreThan'),
  lessThan: t('filterLessThan'),
  from: t('filterFrom'),
  before: t('filterBefore'),
  isEmpty: t('filterIsEmpty'),
};

/** Adds conditions to the filter without its language: field, comparison, value. It writes the text of the filter. */
export function FilterBuilder(props: FilterBuilderProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={280} withArrow trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilterPlus size={16} />} onClick={() => setOpen(!isOpen)}>
          {t('addFilter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('addFilter')}>
        <ConditionForm
          {...props}
          onApply={(query) => {
            setOpen(false);
            props.onApply(query);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ConditionForm({ shapes, fields, values, query, onApply }: FilterBuilderProps) {
  const kinds = new Map(shapes.map(({ path, kind }) => [path, kind]));
  const offered = fields.filter((path) => comparisonsFor(kinds.get(path) ?? 'list').length > 0);
  const [field, setField] = useState(offered[0] ?? '');
  const kind = kinds.get(field) ?? 'text';
  const possible = comparisonsFor(kind);
  const [wanted, setWanted] = useState<Comparison>();
  const comparison = wanted && possible.includes(wanted) ? wanted : (possible[0] ?? 'is');
  const [value, setValue] = useState('');
  const choices = kind === 'boolean' ? ['true', 'false'] : values[field];
  const needsValue = comparison !== 'isEmpty';
  const inside = { withinPortal: false } as const;
  return (
    <Form
      layout="dialog"
      action={t('addFilter')}
      isReady={field !== '' && (!needsValue || value.trim() !== '')}
      submit={() => onApply(withCondition(query, { field, comparison, value: value.trim() }))}
    >
      <Stack gap="xs">
        <Select
          label={t('filterField')}
          data={offered.map((path) => ({ value: path, label: fieldWord(path) }))}
          value={field}
          onChange={(next) => {
            setField(next ?? '');
            setValue('');
          }}
          allowDeselect={false}
          searchable
          comboboxProps={inside}
        />
        <Select
          label={t('filterComparison')}
          data={possible.map((one) => ({ value: one, label: words[one] }))}
          value={comparison}
          onChange={(next) => setWanted((next ?? undefined) as Comparison | undefined)}
          allowDeselect={false}
          comboboxProps={inside}
        />
        {needsValue && choices && (comparison === 'is' || comparison === 'isNot') && (
          <Select
            label={t('filterValue')}
            data={choices.map((one) => ({ value: one, label: spaced(one) }))}
            value={value || null}
            onChange={(next) => setValue(next ?? '')}
            comboboxProps={inside}
          />
        )}
        {needsValue && !(choices && (comparison === 'is' || comparison === 'isNot')) && (
          <TextInput
            label={t('filterValue')}
            type={kind === 'time' ? 'date' : kind === 'number' ? 'number' : 'text'}
            {...(kind === 'number' && { step: 'any' })}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Form>
  );
}
