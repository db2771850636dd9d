import { Progress, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/settings.ts';
import { paths } from '../../paths.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { bytesText } from '../../ui/size-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';

type Usage = Answer<'getUsage'>;

const plans: Record<string, string> = {
  free: t('free365DaysUp50'),
  paid: t('paid'),
};

export function UsagePage() {
  const { data, error, refetch } = useQuery({ ...read('getUsage', {}), refetchInterval: 30_000 });
  if (error)
    return (
      <Page title={t('planAndUsage')}>
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page title={t('planAndUsage')} lead={t('usageLimitsThisAccount')}>
      <Section title={t('plan')}>
        <dl className="facts">
          <dt>{t('plan')}</dt>
          <dd>{plans[data.plan] ?? data.plan}</dd>
          <dt>{t('created')}</dt>
          <dd>
            <Time at={data.created} exact />
          </dd>
          {data.expires && (
            <>
              <dt>{t('expires')}</dt>
              <dd>
                <Time at={data.expires} exact />
              </dd>
            </>
          )}
          <dt>{t('people')}</dt>
          <dd>
            {data.members} (
            <TextLink to={paths.team()} underline="always">
              {t('viewTeam')}
            </TextLink>
            )
          </dd>
          <dt>{t('linkedCompanies')}</dt>
          <dd>{data.linkedCompanies.toLocaleString(locale())}</dd>
        </dl>
      </Section>
      <Section title={t('limits')}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
          <Against label={t('companies')} {...data.companies} />
          <Against label={t('apiKeys')} {...data.apiKeys} />
          <Against label={t('consumers')} {...data.consumers} />
          <div>
            <Against label={t('snapshots')} used={data.snapshots.used} max={data.snapshots.max} />
            <Text size="xs" c="dimmed" mt={4}>
              {t('heldOnDisk', {
                size: bytesText(data.snapshots.held.bytes),
                limit: bytesText(data.snapshots.bytesMax),
              })}
              <br />
              {t('keptForAtMost', { days: data.snapshots.daysMax })}
            </Text>
          </div>
        </SimpleGrid>
      </Section>
      <Section title={t('requests')} lead={t('requestsAllApiKeysTogether')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <RequestWindow label={t('thisMinute')} window={data.requests.minute} />
          <RequestWindow label={t('today')} window={data.requests.day} />
        </SimpleGrid>
      </Section>
      <DeprecatedCalls calls={data.deprecatedCalls} />
      <CurlLine operation="getUsage" input={{}} />
    </Page>
  );
}

function Against({ label, used, max }: { label: string; used: number; max?: number }) {
  const percent = max ? Math.min(100, (used / max) * 100) : 0;
  return (
    <div>
      <Text size="sm">{label}</Text>
      <Text fw={600}>
        {used.toLocaleString(locale())}{' '}
        {max === undefined ? t('noLimit') : t('ofMax', { max: max.toLocaleString(locale()) })}
      </Text>
      {max !== undefined && (
        <Progress
          value={percent}
          color={percent >= 100 ? 'red.8' : percent >= 80 ? 'yellow.8' : undefined}
          aria-label={t('labelUsedOfMax', { label, used, max })}
          mt={6}
        />
      )}
    </div>
  );
}

function RequestWindow({ label, window }: { label: string; window: Usage['requests']['minute'] }) {
  return (
    <div>
      <Against label={label} used={Math.max(0, window.limit - window.remaining)} max={window.limit} />
      <Text size="xs" c="dimmed" mt={4}>
        {t.rich('resets', { time: <Time at={window.reset} /> })}
      </Text>
    </div>
  );
}

const deprecatedColumns: Column<Usage['deprecatedCalls'][number]>[] = [
  { id: 'endpoint', header: t('endpoint'), className: 'mono', cell: ({ endpoint }) => endpoint },
  { id: 'keyName', header: t('apiKey'), cell: ({ keyName }) => keyName },
  { id: 'calls', header: t('calls'), cell: ({ calls }) => calls.toLocaleString(locale()) },
  { id: 'lastAt', header: t('lastCall'), cell: ({ lastAt }) => <Time at={lastAt} /> },
];

function DeprecatedCalls({ calls }: { calls: Usage['deprecatedCalls'] }) {
  if (calls.length === 0) return null;
  return (
    <Section
      title={t('deprecatedApiCalls')}
      lead={t.rich('theseCallsWillStopWorking', {
        link: (text) => (
          <TextLink to={paths.migration()} underline="always">
            {text}
          </TextLink>
        ),
      })}
    >
      <RowTable
        label={t('deprecatedApiCalls')}
        columns={deprecatedColumns}
        rows={calls}
        rowKey={({ endpoint, keyName }) => `${endpoint} ${keyName}`}
      />
    </Section>
  );
}
