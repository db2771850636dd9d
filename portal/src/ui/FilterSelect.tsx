import { Select, type SelectProps } from '@mantine/core';

/** Narrows a list to one of a few; cleared, it shows them all again. `all` says that. */
export function FilterSelect({
  label,
  all,
  value,
  onChange,
  ...rest
}: Pick<SelectProps, 'data' | 'searchable' | 'w'> & {
  label: string;
  all: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      {...rest}
    />
  );
}
