import { MultiSelect, Radio, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { companyName } from '../company-names.ts';

/**
 * Chooses the companies whose events are sent: either selected companies, or all companies and the client account
 * itself.
 */
export function ChannelPicker({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const [isSome, setSome] = useState(value.length > 0);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 250);
  const query = wanted.trim() === '' ? {} : { query: `name~"${wanted.trim().replaceAll(/["\\]/g, '\\$&')}"` };
  const found = useQuery({ ...read('listCompanies', { pageSize: 50, ...query }), placeholderData: keepPreviousData });
  const chosen = useQuery({
    queryKey: ['companyNames', value],
    queryFn: () => Promise.all(value.map(async (companyId) => [companyId, await companyName(companyId)] as const)),
    placeholderData: keepPreviousData,
  });
  const names = new Map([
    ...value.map((companyId) => [companyId, companyId] as const),
    ...(chosen.data ?? []).map(([companyId, name]) => [companyId, name ?? t('deletedCompany', { companyId })] as const),
    ...(found.data?.results ?? []).map(({ companyId, name }) => [companyId, name] as const),
  ]);

  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('companies')}
        value={isSome ? 'some' : 'all'}
        onChange={(next) => {
          setSome(next === 'some');
          if (next === 'all') onChange([]);
        }}
      >
        <Stack gap={6} mt={6}>
          <Radio value="all" label={t('allCompaniesEventsAccountItself')} />
          <Radio value="some" label={t('selectedCompaniesOnly')} />
        </Stack>
      </Radio.Group>
      {isSome && (
        <MultiSelect
          aria-label={t('selectedCompanies')}
          placeholder={value.length === 0 ? t('searchByName') : undefined}
          data={[...names].map(([companyId, name]) => ({ value: companyId, label: name }))}
          value={value}
          onChange={onChange}
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage={t('noCompaniesFound')}
          maxValues={1000}
          limit={50}
          hidePickedOptions
        />
      )}
    </Stack>
  );
}
