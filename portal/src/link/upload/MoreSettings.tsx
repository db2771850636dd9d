import { ActionIcon, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '../../messages/link.ts';
import linkClasses from '../link.module.css';
import { FieldOptions } from './ColumnMapping.tsx';
import { type Field, type Mapping, openFields, setConstant } from './reading.ts';
import classes from './upload.module.css';

/** How numbers and dates are written, what identifies a record, and values that are the same in all rows. */
export function MoreSettings(props: {
  columns: readonly string[];
  fields: readonly Field[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const { columns, fields, mapping, onChange } = props;
  const hasLines = fields.some(({ name, isLine }) => isLine && name in mapping.fields);
  const set = (part: Partial<Mapping>) => onChange({ ...mapping, ...part });
  return (
    <details className={linkClasses.more}>
      <summary>{t('moreSettings')}</summary>
      <Stack gap="md">
        <NativeSelect
          label={t('decimalMark')}
          value={mapping.decimalMark}
          data={[
            { value: '.', label: t('decimalPoint') },
            { value: ',', label: t('decimalComma') },
          ]}
          onChange={(event) => set({ decimalMark: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('orderOfDates')}
          value={mapping.dateOrder}
          data={[
            { value: 'ymd', label: t('yearMonthDay') },
            { value: 'dmy', label: t('dayMonthYear') },
            { value: 'mdy', label: t('monthDayYear') },
          ]}
          onChange={(event) => set({ dateOrder: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={t('identifyingColumns')}
          description={t('withoutIdentifyingColumns')}
          value={mapping.idColumns}
          onChange={(idColumns: string[]) => set({ idColumns })}
        >
          <Stack gap={6} mt={6}>
            {columns.map((column) => (
              <Checkbox key={column} value={column} label={column} />
            ))}
          </Stack>
        </Checkbox.Group>
        {hasLines && (
          <NativeSelect
            label={t('rowsOfRecord')}
            value={mapping.lines}
            data={[
              { value: 'none', label: t('eachRowIsRecord') },
              { value: 'same-id', label: t('rowsWithSameColumns') },
              { value: 'blank-id', label: t('rowContinuesRecord') },
            ]}
            onChange={(event) => set({ lines: event.currentTarget.value })}
          />
        )}
        {Object.entries(mapping.constants).map(([name, value]) => (
          <Group key={name} align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              className={classes.constant}
              label={t('inAllRows', { label: fields.find((field) => field.name === name)?.label ?? name })}
              value={value}
              onChange={(event) => onChange(setConstant(mapping, name, event.currentTarget.value))}
            />
            <ActionIcon
              size={36}
              aria-label={t('removeValue', { label: fields.find((field) => field.name === name)?.label ?? name })}
              onClick={() => onChange(setConstant(mapping, name, undefined))}
            >
              <IconX size={18} />
            </ActionIcon>
          </Group>
        ))}
        <NativeSelect
          label={t('addValueForAllRows')}
          value=""
          onChange={(event) => {
            const field = fields.find(({ name }) => name === event.currentTarget.value);
            if (field) onChange(setConstant(mapping, field.name, field.choices?.[0] ?? ''));
          }}
        >
          <option value="">{t('chooseField')}</option>
          <FieldOptions fields={openFields(fields, mapping)} />
        </NativeSelect>
      </Stack>
    </details>
  );
}
