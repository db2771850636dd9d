import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useCompany } from '../company-context.ts';
import { useAsOfSearch } from '../time/use-as-of.ts';
import type { Records } from './figures.ts';

/** Links to the records of a figure: the first of its data types, with its filter. */
export function RecordsLink({ records, children }: { records: Records; children: ReactNode }) {
  const { companyId } = useCompany();
  const asOf = useAsOfSearch();
  const [first] = records;
  if (!first) return children;
  return (
    <TextLink to={paths.companyRecords(companyId, first.dataType)} search={{ query: first.query, ...asOf }}>
      {children}
    </TextLink>
  );
}

/** Opens the records of a figure, for a click on a chart. */
export function useOpenRecords(): (records: Records | undefined) => void {
  const { companyId } = useCompany();
  const navigate = useNavigate();
  const asOf = useAsOfSearch();
  return (records) => {
    const [first] = records ?? [];
    if (!first) return;
    const search = { query: first.query, ...asOf } as never;
    void navigate({ to: paths.companyRecords(companyId, first.dataType), search });
  };
}
