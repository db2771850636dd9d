import { Button, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/notices.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { wordsOf } from '../../ui/notice-words.ts';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';

type Kind = Answer<'getNoticeChoices'>['account'][number];

/**
 * Lets a person choose, for each kind of notice, whether to get it by e-mail and in the browser. Each switch takes
 * effect at once.
 */
export function ChoiceTable({ kinds, canMail }: { kinds: Kind[]; canMail: boolean }) {
  const set = useChange('setNoticeChoice', { refreshes: ['getNoticeChoices', 'getNotices'], done: t('saved') });
  const choose = ({ kind, email, browser }: Kind, change: { email?: boolean; browser?: boolean }) =>
    set.mutate({ body: { kind, email, browser, ...change } });
  const columns: Column<Kind>[] = [
    {
      id: 'kind',
      header: t('kind'),
      cell: (row) => (
        <>
          {wordsOf(row.kind).title}
          <Text size="xs" c="dimmed">
            {wordsOf(row.kind).meaning}
          </Text>
          {row.mutedUntil && (
            <Text size="xs" c="dimmed" component="div">
              {t.rich('eMailMutedUntil', { time: <Time at={row.mutedUntil} exact /> })}{' '}
              <Button variant="default" size="compact-xs" onClick={() => choose(row, {})}>
                {t('unmute')}
              </Button>
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'email',
      header: t('eMail'),
      cell: (row) => (
        <Switch
          aria-label={t('eMailFor', { kind: wordsOf(row.kind).title })}
          checked={row.email}
          disabled={set.isPending || (!canMail && !row.email)}
          onChange={(event) => choose(row, { email: event.currentTarget.checked })}
        />
      ),
    },
    {
      id: 'browser',
      header: t('browser'),
      cell: (row) => (
        <Switch
          aria-label={t('browserFor', { kind: wordsOf(row.kind).title })}
          checked={row.browser}
          disabled={set.isPending}
          onChange={(event) => choose(row, { browser: event.currentTarget.checked })}
        />
      ),
    },
  ];
  return (
    <Section title={t('howYouAreTold')} lead={t('howYouAreToldLead')}>
      {!canMail && <Text size="sm">{t('noMailServer')}</Text>}
      <ErrorNote error={set.error} />
      <RowTable label={t('howYouAreTold')} columns={columns} rows={kinds} rowKey={({ kind }) => kind} cards />
      {kinds.some(({ browser }) => browser) && <BrowserPermission />}
    </Section>
  );
}

/** Browsers ask for permission only after a click. Without permission, notices appear only inside the portal. */
function BrowserPermission() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'));
  if (permission === 'granted') return null;
  if (permission === 'denied')
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {t('blockedInBrowser')}
      </Text>
    );
  return (
    <Button
      variant="default"
      mt="sm"
      onClick={() => void Notification.requestPermission().then((next) => setPermission(next))}
    >
      {t('allowInBrowser')}
    </Button>
  );
}
