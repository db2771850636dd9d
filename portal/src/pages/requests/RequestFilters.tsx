import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { FilterSelect } from '../../ui/filter/FilterSelect.tsx';
import { useRequestFilter } from './use-request-filter.ts';

const senders = [
  { value: 'keys', label: t('apiKeys') },
  { value: 'people', label: t('people') },
  { value: 'all', label: t('allSenders') },
];
const states = [
  { value: '2xx', label: t('successful') },
  { value: 'errors', label: t('errors') },
  { value: '4xx', label: t('clientErrors') },
  { value: '5xx', label: t('serverErrors') },
];

export function RequestFilters() {
  const { address, sender, set, setSender } = useRequestFilter();
  const keys = useQuery({ ...read('listApiKeys', { pageSize: 1000 }), enabled: sender === 'keys' });
  return (
    <>
      <SegmentedControl value={sender} onChange={setSender} data={senders} aria-label={t('senders')} />
      {sender === 'keys' && (
        <FilterSelect
          label={t('apiKey')}
          all={t('allKeys')}
          searchable
          data={(keys.data?.results ?? []).map(({ apiKeyId, name }) => ({ value: apiKeyId, label: name }))}
          value={address.key}
          onChange={set('key')}
          w={160}
        />
      )}
      <FilterSelect
        label={t('status')}
        all={t('anyStatus')}
        data={states}
        value={address.state}
        onChange={set('state')}
        w={170}
      />
    </>
  );
}
