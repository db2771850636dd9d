import type { Client } from '@daybook/sdk';
import { Anchor, Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../messages/link.ts';
import type { Link } from './link.ts';
import { ReadingProgress } from './reads/ReadingProgress.tsx';
import { useProgress } from './reads/use-progress.ts';
import { tellOpener } from './tell-opener.ts';

/** The owner has this long to read the message before the page opens the return URL of the client. */
const backAfterSeconds = 6;

/** The last step. Confirms the connection and opens the return URL of the client after a few seconds. */
export function Done(props: {
  client: Client;
  token: string;
  link: Link;
  platformName: string;
  connectionId?: string | undefined;
  returnUrl?: string | undefined;
  records?: number;
}) {
  const { client, token, link, platformName, connectionId, returnUrl, records } = props;
  const progress = useProgress(client, token, connectionId);
  const [left, setLeft] = useState(backAfterSeconds);
  const [isStaying, setStaying] = useState(false);
  useEffect(() => tellOpener(returnUrl), [returnUrl]);
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus the heading, so that screen readers announce it and the next press of Tab moves to the button.
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (!returnUrl || isStaying) return;
    if (left <= 0) {
      location.assign(returnUrl);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [returnUrl, isStaying, left]);

  return (
    <Stack gap="md" align="flex-start">
      <ThemeIcon color="green" variant="light" size={48} radius="xl">
        <IconCheck size={28} />
      </ThemeIcon>
      <Title order={1} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {records === undefined ? t('isConnected', { platformName }) : t('fileWasReceived')}
      </Title>
      <Text>
        {records === undefined
          ? t('nowHasAccessBooksFirst', { accountName: link.accountName, companyName: link.companyName })
          : t('getsRecordsOfFile', { accountName: link.accountName, records })}
      </Text>
      {returnUrl ? (
        <>
          <Button component="a" href={returnUrl}>
            {t('backTo', { accountName: link.accountName })}
          </Button>
          {!isStaying && (
            <Text size="sm" c="dimmed">
              {t.rich('returningSecondsStayHere', {
                left,
                link: (text) => (
                  <Anchor component="button" type="button" size="sm" onClick={() => setStaying(true)}>
                    {text}
                  </Anchor>
                ),
              })}
            </Text>
          )}
        </>
      ) : (
        records === undefined && <Text c="dimmed">{t('youCanCloseThisPage')}</Text>
      )}
      {progress && progress.dataTypes.length > 0 && <ReadingProgress progress={progress} />}
    </Stack>
  );
}
