import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { suggest } from './filter-suggestions.ts';

type FilterTextProps = Omit<AutocompleteProps, 'data'> & {
  value: string;
  fields: readonly string[];
  /** The values to suggest for each field. */
  values?: Record<string, readonly string[]>;
};

/** An input of a form for a text in the filter language, with suggestions. */
export function FilterText({ fields, values, ...props }: FilterTextProps) {
  const { from, items } = suggest({ text: props.value, fields, ...(values && { values }) });
  const start = props.value.slice(0, from);
  const hints = new Map(items.map(({ text, hint }) => [start + text, { text, hint }]));
  return (
    <Autocomplete
      classNames={{ input: 'mono-input' }}
      spellCheck={false}
      maxLength={2048}
      data={[...hints.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const { text = option.value, hint = '' } = hints.get(option.value) ?? {};
        return (
          <span className="filter-suggestion">
            <span className="mono">{text.trim()}</span>
            <span className="dimmed">{hint}</span>
          </span>
        );
      }}
      maxDropdownHeight={260}
      comboboxProps={{ position: 'bottom-start' }}
      {...props}
    />
  );
}
