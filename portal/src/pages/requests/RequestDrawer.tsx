import { Drawer, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { paths } from '../../paths.ts';
import { Copy, CopyText } from '../../ui/code/Copy.tsx';
import { curlLine } from '../../ui/code/curl-line.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { spaced } from '../../ui/state-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { AnswerStatus, Duration, type LoggedRequest, Sender, target } from './RequestCells.tsx';

/** Shows one request with all that is known of it, and the command that sends it again. */
export function RequestDrawer({ correlationId, close }: { correlationId: string | undefined; close: () => void }) {
  return (
    <Drawer
      opened={correlationId !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title={t('request')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {correlationId && <RequestDetails correlationId={correlationId} />}
    </Drawer>
  );
}

function RequestDetails({ correlationId }: { correlationId: string }) {
  const one = useQuery(read('listRequests', { query: `correlationId=${correlationId}` }));
  if (one.isError) return <ErrorNote error={one.error} />;
  if (one.isPending) return <Skeleton h={320} />;
  const [request] = one.data.results;
  if (!request) return <Text c="dimmed">{t('noRequestsYet')}</Text>;
  const facts = factsOf(request);
  const curl = curlLine({ url: window.location.origin + target(request), method: request.method });
  return (
    <>
      <dl className="request-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" fw={600} mt="lg" mb={4}>
        {t('apiRequest')}
      </Text>
      <div className="curl-body request-curl">
        <pre>{curl}</pre>
        <Copy value={curl} what={t('curlCommand')} />
      </div>
      {request.method !== 'GET' && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('bodyIsNotLogged')}
        </Text>
      )}
    </>
  );
}

function factsOf(request: LoggedRequest): [string, ReactNode][] {
  const { at, operation, method, path, query, actor, companyId, durationMs, bytes, address, correlationId } = request;
  const facts: [string, ReactNode | undefined][] = [
    [t('status'), <AnswerStatus key="status" request={request} />],
    [t('time'), <Time key="time" at={at} exact />],
    [t('sender'), <Sender key="sender" actor={actor} />],
    [t('operation'), operation ? spaced(operation) : t('noOperation')],
    [t('path'), <code key="path">{`${method} ${path}`}</code>],
    [t('query'), query && <code>{readable(query)}</code>],
    [t('company'), companyId && <TextLink to={paths.company(companyId)}>{companyId}</TextLink>],
    [t('duration'), <Duration key="duration" ms={durationMs} />],
    [t('size'), sizeText(bytes)],
    [t('address'), address],
    [t('requestCorrelationId'), <CopyText key="id" value={correlationId} what={t('requestCorrelationId')} />],
  ];
  return facts.filter(([, value]) => value !== undefined);
}

/** Without percent-encoding, which people cannot read. */
function readable(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    return query;
  }
}

function sizeText(bytes: number): string {
  const [unit, value] =
    bytes < 1000 ? ['byte', bytes] : bytes < 1e6 ? ['kilobyte', bytes / 1000] : ['megabyte', bytes / 1e6];
  return new Intl.NumberFormat('en', { style: 'unit', unit: String(unit), maximumFractionDigits: 1 }).format(
    Number(value),
  );
}
