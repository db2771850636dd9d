import { Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { countText } from '../../../ui/chart/chart-numbers.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section, usePageTitle } from '../../../ui/frame/Page.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { useCompany } from '../company-context.ts';
import { DownloadBundle } from './DownloadBundle.tsx';
import { HowToVerify } from './HowToVerify.tsx';
import './proofs.css';

type Proof = RowOf<'listProofs'>;
type Key = Answer<'getProofKeys'>['keys'][number];

const columnsOf = (companyId: string): Column<Proof>[] => [
  { id: 'sequence', header: t('entry'), orderBy: 'sequence', align: 'right', cell: ({ sequence }) => sequence },
  {
    id: 'publishedAt',
    header: t('published'),
    orderBy: 'publishedAt',
    cell: ({ publishedAt }) => <Time at={publishedAt} />,
  },
  { id: 'dataType', header: t('dataType'), orderBy: 'dataType', cell: ({ dataType }) => spaced(dataType) },
  {
    id: 'records',
    header: t('records'),
    orderBy: 'records',
    align: 'right',
    cell: ({ records }) => countText(records),
  },
  { id: 'generation', header: t('generation'), isHidden: true, align: 'right', cell: ({ generation }) => generation },
  { id: 'hash', header: t('hash'), cell: ({ hash }) => <Short value={hash} what={t('hashNoun')} /> },
  {
    id: 'publicKey',
    header: t('signedWith'),
    isHidden: true,
    cell: ({ publicKey }) => <Short value={publicKey} what={t('keyNoun')} />,
  },
  {
    id: 'signedAt',
    header: t('signed'),
    orderBy: 'signedAt',
    isHidden: true,
    cell: ({ signedAt }) => <Time at={signedAt} />,
  },
  {
    id: 'actions',
    header: t('actions'),
    isHeaderHidden: true,
    cell: ({ proofId, sequence }) => <DownloadBundle {...{ companyId, proofId, sequence }} />,
  },
];

/** The chain of a company's publications, bundles that prove what was in the books, and how to verify them. */
export function ProofsPage() {
  const { companyId, name } = useCompany();
  const keys = useQuery({ ...read('getProofKeys', {}), staleTime: 600_000 });
  usePageTitle(`${t('proofs')} · ${name}`);
  const inUse = keys.data?.keys.find(({ retiredAt }) => retiredAt === undefined);
  return (
    <>
      <Section title={t('chainOfPublications')} lead={t('eachPublicationIsSigned')}>
        <ListTable
          label={t('chainOfPublications')}
          operation="listProofs"
          input={{ companyId }}
          columns={columnsOf(companyId)}
          rowKey={({ proofId }) => proofId}
          periodField="publishedAt"
          periodName={t('published')}
          empty={
            <EmptyState icon={IconLink} title={t('noProofsYet')}>
              {t('theOperatorSwitchesProofsOn')}
            </EmptyState>
          }
        />
      </Section>
      <HowToVerify publicKey={inUse?.publicKey} />
      <Section title={t('keysOfInstallation')} lead={t('compareTheKey')}>
        <ErrorNote error={keys.error} retry={() => void keys.refetch()} />
        {keys.data?.keys.length === 0 && <Text size="sm">{t('noKeysYet')}</Text>}
        {keys.data && keys.data.keys.length > 0 && (
          <RowTable
            cards
            label={t('keysOfInstallation')}
            columns={keyColumns}
            rows={keys.data.keys}
            rowKey={({ publicKey }) => publicKey}
          />
        )}
        <CurlLine operation="getProofKeys" input={{}} />
      </Section>
    </>
  );
}

const keyColumns: Column<Key>[] = [
  {
    id: 'publicKey',
    header: t('publicKey'),
    cell: ({ publicKey }) => <CopyText value={publicKey} what={t('keyNoun')} />,
  },
  { id: 'createdAt', header: t('created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'retiredAt',
    header: t('inUseUntil'),
    cell: ({ retiredAt }) => (retiredAt ? <Time at={retiredAt} /> : t('inUse')),
  },
];

/** The beginning of a long value, which can be copied as a whole. */
function Short({ value, what }: { value: string; what: string }) {
  return (
    <span className="proof-value">
      <CopyText value={value} what={what} />
    </span>
  );
}
