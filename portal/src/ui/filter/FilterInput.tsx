import { ActionIcon, Code, Combobox, Group, Popover, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { IconFilter, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { suggest } from './filter-suggestions.ts';

type FilterInputProps = {
  fields: readonly string[];
  /** The values to suggest for each field. */
  values?: Record<string, readonly string[]>;
  value: string;
  onApply: (value: string) => void;
  /** The error that the service returned for the filter. */
  error?: unknown;
};

/** One-line input for the filter language. Enter applies the filter; the arrow keys choose a suggestion. */
export function FilterInput({ fields, values, value, onApply, error }: FilterInputProps) {
  const [text, setText] = useState(value);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(value), [value]);
  const { from, items } = suggest({ text, fields, ...(values && { values }) });

  function choose(suggestion: string) {
    setText(text.slice(0, from) + suggestion);
    combobox.resetSelectedOption();
    input.current?.focus();
  }
  function apply(next: string) {
    combobox.closeDropdown();
    onApply(next.trim());
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={300}>
      <Combobox.Target>
        <TextInput
          ref={input}
          aria-label={t('filter')}
          placeholder={t('filterForExample', { example: example(fields) })}
          className="filter-input"
          classNames={{ input: 'mono-input' }}
          value={text}
          error={error ? filterProblem(error) : undefined}
          leftSection={<IconFilter size={16} />}
          rightSectionWidth={text ? 60 : 34}
          rightSection={
            <Group gap={2} wrap="nowrap">
              {text && (
                <ActionIcon
                  size="sm"
                  aria-label={t('clearFilter')}
                  onClick={() => {
                    setText('');
                    apply('');
                  }}
                >
                  <IconX size={14} />
                </ActionIcon>
              )}
              <FilterHelp />
            </Group>
          }
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') combobox.closeDropdown();
            // Enter picks the highlighted suggestion. If no suggestion is highlighted, Enter applies the filter.
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1) {
              event.preventDefault();
              apply(text);
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={items.length === 0}>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} className="suggestions" aria-label={t('suggestions')}>
          {items.map((item) => (
            <Combobox.Option key={item.text + item.hint} value={item.text}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <span className="mono">{item.text.trim()}</span>
                <Text size="xs" c="dimmed" component="span">
                  {item.hint}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Removes the list of allowed fields from the error message, because the input suggests the fields. */
function filterProblem(error: unknown): string {
  const [problem, allowed] = describeError(error).message.split(' Allowed: ');
  return allowed ? t('pickField', { problem }) : (problem ?? '');
}

function example(fields: readonly string[]): string {
  if (fields.includes('totalAmount')) return 'status=paid && totalAmount>1000';
  if (fields.includes('status')) return `status=…`;
  return `${fields[0] ?? 'name'}~baker`;
}

const lines: [string, string][] = [
  ['status=paid', t('helpEquals')],
  ['totalAmount>=1000', t('helpAtLeast')],
  ['name~baker', t('helpContains')],
  ['dueDate<2026-01-31', t('helpBefore')],
  ['paidOnDate=null', t('helpNoValue')],
  ['lineItems.itemRef.id=7', t('helpLineItem')],
  ['a=1 && {b=2 || c=3}', t('helpAndOr')],
  ['note="a && b"', t('helpQuotes')],
];

function FilterHelp() {
  return (
    <Popover position="bottom-end" width={340} withArrow trapFocus>
      <Popover.Target>
        <ActionIcon size="sm" aria-label={t('filterHelp')}>
          <IconQuestionMark size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filterHelp')}>
        <Stack gap={6}>
          {lines.map(([code, meaning]) => (
            <Group key={code} justify="space-between" gap="xs" wrap="nowrap">
              <Code>{code}</Code>
              <Text size="xs" c="dimmed" ta="right">
                {meaning}
              </Text>
            </Group>
          ))}
          <Text size="xs" c="dimmed">
            {t('pressEnterApplyFilter')}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
