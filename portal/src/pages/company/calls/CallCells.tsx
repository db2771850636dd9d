import { Text } from '@mantine/core';
import type { RowOf } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { spaced, type Tone } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';

type Call = RowOf<'listCalls'>;

export function callColumns(companyId: string): Column<Call>[] {
  return [
    { id: 'at', header: t('time'), orderBy: 'at', cell: ({ at }) => <Time at={at} exact /> },
    { id: 'purpose', header: t('callPurpose'), cell: (call) => <Purpose companyId={companyId} call={call} /> },
    {
      id: 'call',
      header: t('call'),
      className: 'call-cell',
      cell: (call) => (
        <>
          <code className="call-path" title={target(call)}>
            <b>{call.method}</b> {target(call)}
          </code>
          <Text size="xs" c="dimmed">
            {call.host}
          </Text>
        </>
      ),
    },
    { id: 'status', header: t('status'), cell: (call) => <CallStatus call={call} /> },
    {
      id: 'duration',
      header: t('duration'),
      align: 'right',
      orderBy: 'durationMs',
      cell: ({ durationMs, waitedMs }) => (
        <span className="call-number">
          {t('milliseconds', { ms: Math.round(durationMs) })}
          {waitedMs >= 100 && (
            <Text size="xs" c="dimmed">
              {t('waitedFirst', { ms: Math.round(waitedMs) })}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'bytes',
      header: t('size'),
      align: 'right',
      isHidden: true,
      cell: ({ bytes }) => <span className="call-number">{t('bytes', { bytes })}</span>,
    },
  ];
}

const target = ({ path, query }: Call) => (query ? `${path}?${query}` : path);

/** What the call was made for, with a link to the sync or the push. */
function Purpose({ companyId, call: { purpose, syncId, pushId, dataType } }: { companyId: string; call: Call }) {
  const names: Record<string, string> = {
    sync: t('callForSync'),
    push: t('callForPush'),
    authorize: t('callForAuthorization'),
    content: t('callForContent'),
    passThrough: t('callOfClient'),
  };
  const name = names[purpose] ?? purpose;
  const to = syncId ? paths.sync(companyId, syncId) : pushId ? paths.push(companyId, pushId) : undefined;
  return (
    <>
      {to ? <TextLink to={to}>{name}</TextLink> : name}
      {dataType && (
        <Text size="xs" c="dimmed">
          {spaced(dataType)}
        </Text>
      )}
    </>
  );
}

export function CallStatus({ call: { status, error, retryAt } }: { call: Call }) {
  const tone: Tone = status === undefined || status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
  return (
    <>
      <span className={`status status-${tone}`}>{status ?? t('callUnanswered')}</span>
      {error && (
        <Text size="xs" c="dimmed" className="call-error">
          {error}
        </Text>
      )}
      {retryAt && (
        <Text size="xs" c="dimmed">
          {t.rich('pausedUntil', { time: <Time at={retryAt} exact /> })}
        </Text>
      )}
    </>
  );
}
