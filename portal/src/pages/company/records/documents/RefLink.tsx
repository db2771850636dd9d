import { RecordLink } from '../RecordLink.tsx';
import type { NamedRef } from './document-figures.ts';

/** A link to the record that a reference names. */
export function RefLink({
  companyId,
  dataType,
  to,
}: {
  companyId: string;
  dataType: string;
  to: NamedRef | undefined;
}) {
  if (!to?.id) return to?.name ?? null;
  return (
    <RecordLink companyId={companyId} dataType={dataType} id={to.id}>
      {to.name ?? to.id}
    </RecordLink>
  );
}
