import { Select, type SelectProps } from '@mantine/core';

/** Filters a list by one value. `all` is the text for "no filter", such as "Any status". */
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
