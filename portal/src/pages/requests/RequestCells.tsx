import { Text } from '@mantine/core';
import type { RowOf } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { Copy } from '../../ui/code/Copy.tsx';
import { spaced, type Tone } from '../../ui/state-words.ts';
import { Time } from '../../ui/Time.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';

export type LoggedRequest = RowOf<'listRequests'>;

export function requestColumns(open: (correlationId: string) => void): Column<LoggedRequest>[] {
  return [
    { id: 'at', header: t('time'), orderBy: 'at', cell: ({ at }) => <Time at={at} exact /> },
    { id: 'sender', header: t('sender'), cell: ({ actor }) => <Sender actor={actor} /> },
    {
      id: 'request',
      header: t('request'),
      className: 'request-cell',
      cell: (request) => (
        <>
          <button type="button" className="request-open" onClick={() => open(request.correlationId)}>
            {request.operation ? spaced(request.operation) : t('noOperation')}
          </button>
          <code className="request-path" title={target(request)}>
            <b>{request.method}</b> {target(request)}
          </code>
        </>
      ),
    },
    { id: 'status', header: t('status'), cell: (request) => <AnswerStatus request={request} /> },
    { id: 'duration', header: t('duration'), align: 'right', cell: ({ durationMs }) => <Duration ms={durationMs} /> },
    {
      id: 'correlationId',
      header: t('requestCorrelationId'),
      cell: ({ correlationId }) => (
        <span className="copy-text">
          <code className="plain-code" title={correlationId}>
            …{correlationId.slice(-8)}
          </code>
          <Copy value={correlationId} what={t('requestCorrelationId')} />
        </span>
      ),
    },
  ];
}

/** The path with its query, as it was sent. */
export const target = ({ path, query }: LoggedRequest) => (query ? `${path}?${query}` : path);

export function Sender({ actor }: Pick<LoggedRequest, 'actor'>) {
  const kinds: Record<string, string> = { key: t('apiKey'), person: t('person'), operator: t('operator') };
  return (
    <>
      {actor.name}
      <Text size="xs" c="dimmed">
        {kinds[actor.kind] ?? actor.kind}
      </Text>
    </>
  );
}

export function AnswerStatus({ request: { status, code } }: { request: LoggedRequest }) {
  if (status === undefined) return <span className="status status-idle">{t('clientDisconnected')}</span>;
  const tone: Tone = status >= 500 ? 'bad' : status >= 400 ? 'wait' : 'good';
  return (
    <>
      <span className={`status status-${tone}`}>{status}</span>
      {code && (
        <Text size="xs" c="dimmed">
          {code === 'clientDisconnected' ? t('clientDisconnected') : spaced(code)}
        </Text>
      )}
    </>
  );
}

export function Duration({ ms }: { ms: number }) {
  return <span className="request-number">{t('milliseconds', { ms: ms < 10 ? ms : Math.round(ms) })}</span>;
}
