import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { t } from '../../messages/link.ts';
import { type Field, fieldOf, type Mapping, mapColumn } from './reading.ts';
import classes from './upload.module.css';

type Column = { name: string; samples: readonly string[] };

/** Each column of the file with its first values, and the field that it is mapped to. */
export function ColumnMapping(props: {
  columns: readonly Column[];
  fields: readonly Field[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const { columns, fields, mapping, onChange } = props;
  const [own, lines] = [fields.filter(({ isLine }) => !isLine), fields.filter(({ isLine }) => isLine)];
  return (
    <section>
      <Title order={2} size="h5">
        {t('columns')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('chooseWhatColumnsMean')}
      </Text>
      <Stack component="ul" gap={0} className={classes.columns}>
        {columns.map(({ name, samples }) => (
          <li key={name} className={classes.column}>
            <div>
              <Text size="sm" fw={600} className={classes.name}>
                {name}
              </Text>
              <Text size="xs" c="dimmed" className={classes.name}>
                {samples.join(' · ')}
              </Text>
            </div>
            <NativeSelect
              aria-label={name}
              value={fieldOf(mapping, name) ?? ''}
              onChange={(event) => onChange(mapColumn(mapping, name, event.currentTarget.value || undefined))}
            >
              <option value="">{t('notUsed')}</option>
              <FieldOptions fields={own} />
              {lines.length > 0 && (
                <optgroup label={t('linesOfRecord')}>
                  <FieldOptions fields={lines} />
                </optgroup>
              )}
            </NativeSelect>
          </li>
        ))}
      </Stack>
    </section>
  );
}

export function FieldOptions({ fields }: { fields: readonly Field[] }) {
  return fields.map(({ name, label, isRequired }) => (
    <option key={name} value={name}>
      {isRequired ? t('requiredField', { label }) : label}
    </option>
  ));
}
