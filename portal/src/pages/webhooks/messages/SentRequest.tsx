import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { Json } from '../../../ui/code/Json.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import '../schedule/schedule.css';

/** The request of an attempt: its headers, without secrets, and its body. It is read when a person opens it. */
export function SentRequest({ messageId, attemptId }: { messageId: string; attemptId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    ...read('getAttempt', { messageId, attemptId }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details className="request-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('requestHeadersAndBody')}</summary>
      <ErrorNote error={error} />
      {isOpen && !data && !error && <SkeletonRows count={3} />}
      {data && <Request attempt={data} />}
    </details>
  );
}

function Request({ attempt: { request } }: { attempt: Answer<'getAttempt'> }) {
  const { method, url, headers, body, isComplete } = request;
  return (
    <>
      <dl className="request-headers">
        {url && (
          <>
            <dt>{method}</dt>
            <dd>{url}</dd>
          </>
        )}
        {headers.map(({ name, value }) => (
          <HeaderLine key={name} name={name} value={value} />
        ))}
      </dl>
      <Text size="sm" c="dimmed" mb={6}>
        {isComplete ? t('hiddenHeaders') : t('headersOfChangedConsumer')} {t('responseHeadersNotKept')}
      </Text>
      <Json value={body} what={t('payloadNoun')} maxHeight={220} />
    </>
  );
}

function HeaderLine({ name, value }: { name: string; value: string | undefined }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value ?? <span className="dimmed">{t('hiddenValue')}</span>}</dd>
    </>
  );
}
