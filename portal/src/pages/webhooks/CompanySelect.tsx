import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/webhooks.ts';

type CompanySelectProps = {
  label: string;
  description?: string;
  placeholder?: string;
  /** '' if none is chosen. */
  value: string;
  onChange: (companyId: string) => void;
  error?: string | undefined;
};

/** Chooses one company, or none. */
export function CompanySelect({ value, onChange, ...props }: CompanySelectProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const [wanted] = useDebouncedValue(search, 250);
  // Mantine puts the label of the chosen company into the search.
  const isSearch = wanted.trim() !== '' && wanted !== chosen?.label;
  const query = isSearch ? { query: `name~"${wanted.trim().replaceAll(/["\\]/g, '\\$&')}"` } : {};
  const found = useQuery({ ...read('listCompanies', { pageSize: 50, ...query }), placeholderData: keepPreviousData });
  const listed = (found.data?.results ?? []).map(({ companyId, name }) => ({ value: companyId, label: name }));
  const isListed = chosen === undefined || listed.some((one) => one.value === chosen.value);
  return (
    <Select
      {...props}
      data={isListed ? listed : [chosen, ...listed]}
      value={value || null}
      onChange={(companyId, option) => {
        setChosen(companyId ? (option ?? undefined) : undefined);
        onChange(companyId ?? '');
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      clearable
      limit={50}
      nothingFoundMessage={t('noCompaniesFound')}
    />
  );
}
