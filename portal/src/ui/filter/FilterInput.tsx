import { ActionIcon, Code, Combobox, Group, Popover, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { IconFilter, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../api.ts';
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
          aria-label="Filter"
          placeholder={`Filter, for example ${example(fields)}`}
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
                  aria-label="Clear filter"
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
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} className="suggestions" aria-label="Suggestions">
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
  return allowed ? `${problem} Pick a field from the suggestions.` : (problem ?? '');
}

function example(fields: readonly string[]): string {
  if (fields.includes('totalAmount')) return 'status=paid && totalAmount>1000';
  if (fields.includes('status')) return `status=…`;
  return `${fields[0] ?? 'name'}~baker`;
}

const lines: [string, string][] = [
  ['status=paid', 'equals; upper and lower case do not matter for status names'],
  ['totalAmount>=1000', 'at least; you can also use > < <= !='],
  ['name~baker', 'contains; upper and lower case and accents do not matter'],
  ['dueDate<2026-01-31', 'before this date (midnight UTC)'],
  ['paidOnDate=null', 'has no value; use !=null for “has a value”'],
  ['lineItems.itemRef.id=7', 'at least one line item matches'],
  ['a=1 && {b=2 || c=3}', '&& means “and”, || means “or”; braces group conditions'],
  ['note="a && b"', 'use quotes if the text contains operators'],
];

function FilterHelp() {
  return (
    <Popover position="bottom-end" width={340} withArrow trapFocus>
      <Popover.Target>
        <ActionIcon size="sm" aria-label="Filter help">
          <IconQuestionMark size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter help">
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
            Press Enter to apply the filter.
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
