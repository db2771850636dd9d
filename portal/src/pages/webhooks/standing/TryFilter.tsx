import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { CompanySelect } from '../CompanySelect.tsx';
import { onDay } from './on-day.ts';

type TryFilterProps = {
  dataType: string;
  query: string;
  /** '' if none is chosen. */
  companyId: string;
  /** Absent if the query is about one company: then it is tried on that one. */
  chooseCompany?: (companyId: string) => void;
};

/** Says how many records of a company match the filter now, or what is wrong with it. */
export function TryFilter({ dataType, query, companyId, chooseCompany }: TryFilterProps) {
  const [asked, setAsked] = useState<{ dataType: string; query: string; companyId: string }>();
  const now = { dataType, query, companyId };
  const isAsked = asked !== undefined && JSON.stringify(asked) === JSON.stringify(now);
  const input = { companyId, dataType, query: onDay(query, new Date()), pageSize: 1 };
  const found = useQuery({ ...read('listRecords', input), enabled: isAsked, retry: false });
  return (
    <div>
      <Group align="flex-end" gap="xs">
        {chooseCompany && <CompanySelect label={t('tryFilterWith')} value={companyId} onChange={chooseCompany} />}
        <Button
          variant="default"
          disabled={query.trim() === '' || companyId === ''}
          loading={isAsked && found.isFetching}
          onClick={() => setAsked(now)}
        >
          {t('tryFilter')}
        </Button>
      </Group>
      <div aria-live="polite">
        {isAsked && found.data && (
          <Text size="sm" mt="xs">
            {t('recordsMatchNow', { count: found.data.totalResults })}
          </Text>
        )}
        {isAsked && <ErrorNote error={found.error} />}
      </div>
    </div>
  );
}
