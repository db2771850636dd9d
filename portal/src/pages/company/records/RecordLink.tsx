import type { ReactNode } from 'react';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useAsOfSearch } from '../time/use-as-of.ts';

/** A link to a record of the company, as of the time that the page shows. */
export function RecordLink(props: { companyId: string; dataType: string; id: string; children: ReactNode }) {
  const search = useAsOfSearch();
  return (
    <TextLink to={paths.record(props.companyId, props.dataType, props.id)} {...(search && { search })}>
      {props.children}
    </TextLink>
  );
}
