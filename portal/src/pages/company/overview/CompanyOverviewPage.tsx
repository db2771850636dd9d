import { Group } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read, refresh } from '../../../api.ts';
import { t } from '../../../messages/overview.ts';
import { paths } from '../../../paths.ts';
import { LinkLine } from '../../../ui/code/LinkLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Section, usePageTitle } from '../../../ui/frame/Page.tsx';
import { useLive } from '../../../ui/frame/use-live.ts';
import { useMay } from '../../../ui/frame/use-session.ts';
import { ButtonLink } from '../../../ui/TextLink.tsx';
import { useCompany } from '../company-context.ts';
import { AsOfBar } from '../time/AsOfBar.tsx';
import { PayablesCard, ReceivablesCard } from './AgeingCard.tsx';
import { CashCard } from './CashCard.tsx';
import { CompanyFacts } from './CompanyFacts.tsx';
import { CustomersCard } from './CustomersCard.tsx';
import { RevenueCard } from './RevenueCard.tsx';
import { TroubleBanner } from './TroubleBanner.tsx';
import { TrustLine } from './TrustLine.tsx';
import { CurrencyContext } from './use-currency.ts';
import './company-overview.css';

const operations = [
  'getCashInsight',
  'getRevenueInsight',
  'getReceivablesInsight',
  'getPayablesInsight',
  'getCustomersInsight',
] as const;

/** A company at a glance: who it is, its platforms, and its finances from its own data sets. */
export function CompanyOverviewPage() {
  const { companyId, name, dataConnections } = useCompany();
  usePageTitle(t('overviewOf', { name }));
  const [wanted, choose] = useState<string>();
  const currency = useMemo(() => ({ wanted, choose }), [wanted]);
  // Only a completed sync changes the figures.
  useLive((event) => {
    if (event.event !== 'sync' || event.data.companyId !== companyId) return;
    if (event.data.status === 'Complete') void refresh(...operations, 'listInfo');
  });
  const isEverLinked = dataConnections.some(({ status }) => status !== 'PendingAuth');
  if (!isEverLinked) return <NotLinked companyId={companyId} />;
  return (
    <CurrencyContext value={currency}>
      <TroubleBanner />
      <TrustLine />
      <CompanyFacts />
      <AsOfBar companyId={companyId} />
      <div className="insights">
        <CashCard companyId={companyId} />
        <RevenueCard companyId={companyId} />
        <ReceivablesCard companyId={companyId} />
        <PayablesCard companyId={companyId} />
        <CustomersCard companyId={companyId} />
      </div>
    </CurrencyContext>
  );
}

/** Before the company is linked there are no figures, so the page shows how to link it. */
function NotLinked({ companyId }: { companyId: string }) {
  const mayChange = useMay('developer');
  const link = useQuery({ ...read('getCompanyLink', { companyId }), enabled: mayChange });
  return (
    <Section>
      <EmptyState
        icon={IconPlugConnected}
        title={t('notLinkedYet')}
        action={
          <Group gap="xs" justify="center">
            <ButtonLink to={paths.companyConnections(companyId)} variant="default">
              {t('viewConnections')}
            </ButtonLink>
          </Group>
        }
      >
        {t('figuresAfterLinking')}
        {link.data && <LinkLine url={link.data.link} />}
      </EmptyState>
    </Section>
  );
}
