import { Button, Text } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { t } from '../../../messages/overview.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { useMay } from '../../../ui/frame/use-session.ts';
import { spaced } from '../../../ui/state-words.ts';
import { ButtonLink } from '../../../ui/TextLink.tsx';
import { useCompany } from '../company-context.ts';
import type { Insight } from './figures.ts';

type Missing = Insight['missing'][number];

/** Says which data types a card needs and how to get them. */
export function MissingData({ insight, emptyText }: { insight: Insight; emptyText: string }) {
  const [first] = insight.missing;
  return (
    <div className="insight-empty">
      <IconDatabaseOff size={32} stroke={1.3} aria-hidden="true" />
      {first ? (
        <>
          <Text fw={600}>{t('missingTitle', { dataType: spaced(first.dataType) })}</Text>
          <Text size="sm" c="dimmed">
            {explain(first)}
          </Text>
          <WayToGetIt missing={first} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
    </div>
  );
}

/** One line below a chart that was drawn without some of its data. */
export function MissingNote({ insight }: { insight: Insight }) {
  if (insight.missing.length === 0) return null;
  const names = insight.missing.map(({ dataType }) => spaced(dataType).toLowerCase());
  return (
    <span title={insight.missing.map(explain).join('\n')}>
      {t('without', { names: new Intl.ListFormat('en', { type: 'conjunction' }).format(names) })}
    </span>
  );
}

function explain({ dataType, code, message }: Missing): string {
  const name = spaced(dataType).toLowerCase();
  if (code === 'dataTypeNotSupported') return t('notSupported', { name });
  if (code === 'dataSetNotRequested') return t('notRequested', { name });
  if (code === 'dataSetNotReady') return t('notReady', { name });
  return message;
}

function WayToGetIt({ missing: { dataType, code } }: { missing: Missing }) {
  const { companyId, dataConnections } = useCompany();
  const mayChange = useMay('developer');
  const request = useChange('requestData', { refreshes: ['getDataStatus', 'listSyncs'], done: t('syncQueued') });
  const isLinked = dataConnections.some(({ status }) => status === 'Linked');
  if (code === 'dataSetNotReady')
    return (
      <ButtonLink to={paths.companyRecords(companyId)} variant="default" size="compact-sm">
        {t('viewProgress')}
      </ButtonLink>
    );
  if (code === 'dataSetNotRequested' && isLinked && mayChange)
    return (
      <>
        <Button
          size="compact-sm"
          variant="default"
          loading={request.isPending}
          onClick={() => request.mutate({ companyId, dataType })}
        >
          {t('syncNow')}
        </Button>
        <ErrorNote error={request.error} title={t('couldNotQueue')} />
      </>
    );
  if (code === 'dataTypeNotSupported') return null;
  return (
    <ButtonLink to={paths.companyConnections(companyId)} variant="default" size="compact-sm">
      {t('viewConnections')}
    </ButtonLink>
  );
}
