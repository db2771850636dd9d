import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { read } from '../../../../api.ts';
import { t } from '../../../../messages/books.ts';
import { useCompany } from '../../company-context.ts';
import type { DocumentKind, DocumentRecord } from './document-kinds.ts';
import { RefLink } from './RefLink.tsx';

type Address = Partial<Record<'type' | 'line1' | 'line2' | 'city' | 'region' | 'country' | 'postalCode', string>>;
type PartyRecord = {
  addresses?: Address[];
  taxNumber?: string;
  companyLegalName?: string;
  companyName?: string;
};

/** Who issued the document, and to whom. Addresses come from the records of the parties, if they are synced. */
export function Parties({
  companyId,
  kind,
  record,
}: {
  companyId: string;
  kind: DocumentKind;
  record: DocumentRecord;
}) {
  const { name } = useCompany();
  const status = useQuery(read('getDataStatus', { companyId }));
  const isReady = (dataType: string) => (status.data?.[dataType]?.generation ?? 0) > 0;
  const reference = record.customerRef ?? record.supplierRef;
  const dataType = record.supplierRef ? 'suppliers' : 'customers';
  const info = useQuery({
    ...read('listRecords', { companyId, dataType: 'info', pageSize: 1 }),
    enabled: isReady('info'),
  });
  const other = useQuery({
    ...read('getRecord', { companyId, dataType, id: reference?.id ?? '' }),
    enabled: isReady(dataType) && Boolean(reference?.id),
  });
  const own = info.data?.results[0] as PartyRecord | undefined;
  const company = <Party name={own?.companyLegalName ?? own?.companyName ?? name} record={own} />;
  const otherName = reference?.companyName ?? reference?.supplierName;
  const otherParty = reference && (
    <Party
      name={
        <RefLink
          companyId={companyId}
          dataType={dataType}
          to={{ id: reference.id, ...(otherName && { name: otherName }) }}
        />
      }
      record={other.data as PartyRecord | undefined}
    />
  );
  const [from, to] = kind.issuer === 'company' ? [company, otherParty] : [otherParty, company];
  return (
    <dl className="document-parties">
      {from && (
        <div>
          <dt>{t('from')}</dt>
          <dd>{from}</dd>
        </div>
      )}
      {to && (
        <div>
          <dt>{t('to')}</dt>
          <dd>{to}</dd>
        </div>
      )}
    </dl>
  );
}

function Party({ name, record }: { name: ReactNode; record: PartyRecord | undefined }) {
  const address = record?.addresses?.find(({ type }) => type === 'Billing') ?? record?.addresses?.[0];
  const lines = address
    ? [address.line1, address.line2, [address.postalCode, address.city].filter(Boolean).join(' '), address.country]
    : [];
  return (
    <address>
      <strong>{name}</strong>
      {lines.filter(Boolean).map((line) => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
      {record?.taxNumber && (
        <>
          <br />
          {t('taxNumberIs', { number: record.taxNumber })}
        </>
      )}
    </address>
  );
}
