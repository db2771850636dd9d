import type { Client } from '@daybook/sdk';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlugOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { dateLocale } from '../messages/catalogue.ts';
import { t } from '../messages/link.ts';
import { PlatformMark } from '../ui/platform/PlatformMark.tsx';
import classes from './link.module.css';
import type { Link, LinkedPlatform } from './link.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { ReadingProgress } from './reads/ReadingProgress.tsx';
import { useProgress } from './reads/use-progress.ts';
import { WhatIsRead } from './reads/WhatIsRead.tsx';
import { wayBack } from './way-back.ts';
import { explainFailure, type Problem, plainFailedReads } from './words.ts';

/** Shows a platform that is or was connected, with its status and what the owner can do. */
export function Linked(props: {
  client: Client;
  token: string;
  link: Link;
  connection: LinkedPlatform;
  onAgain: () => void;
  onChanged: () => Promise<void>;
}) {
  const { client, token, link, connection, onAgain, onChanged } = props;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [wasReading, setWasReading] = useState(false);
  const isLinked = connection.status === 'Linked';
  const progress = useProgress(client, token, isLinked ? connection.connectionId : undefined);
  // A returning owner sees the progress only while the first reading is under way.
  const isReading = progress !== undefined && (!progress.isComplete || wasReading);
  useEffect(() => {
    if (progress && !progress.isComplete) setWasReading(true);
  }, [progress]);
  const platform = link.platforms.find(({ platformKey }) => platformKey === connection.platformKey);
  const takesFiles = platform?.authorization === 'upload';
  const names = { accountName: link.accountName, platformName: connection.platformName };
  const failed = plainFailedReads(connection, link.accountName);
  const [tone, Icon, state] = !isLinked
    ? (['wait', IconPlugOff, t('disconnected')] as const)
    : failed.length > 0
      ? (['bad', IconAlertTriangle, t('connectedButNotAllRead')] as const)
      : (['good', IconCircleCheck, t('connected')] as const);

  async function withdraw() {
    setBusy(true);
    setProblem(undefined);
    try {
      await client.unlinkPlatform({ token, connectionId: connection.connectionId });
      await onChanged();
    } catch (error) {
      setProblem(explainFailure(error));
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="sm" wrap="nowrap">
            <PlatformMark name={connection.platformName} size={32} />
            <Text fw={600}>{connection.platformName}</Text>
          </Group>
          <span className={classes.state} data-tone={tone}>
            <Icon size={16} aria-hidden />
            {state}
          </span>
        </Group>
        {failed.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        <Text size="sm">
          {isLinked
            ? [failed.length === 0 && t('hasAccessBooksIn', names), lastRead(connection.lastSync, failed.length > 0)]
                .filter(Boolean)
                .join(' ')
            : t('noLongerHasAccessBooksBecause', names)}
        </Text>
        {isReading && progress && <ReadingProgress progress={progress} />}
        {platform && isLinked && !takesFiles && (
          <details className={classes.more}>
            <summary>{t('whatIsReadAndHowToStop')}</summary>
            <WhatIsRead link={link} platform={platform} isGiven />
          </details>
        )}
        {problem && <ProblemNote problem={problem} />}
        {!isLinked && <Button onClick={onAgain}>{t('reconnect', { platformName: connection.platformName })}</Button>}
        {isLinked && !isAsking && (
          <Group>
            {takesFiles && <Button onClick={onAgain}>{t('uploadAnotherFile')}</Button>}
            {link.returnUrl && (
              <Button component="a" href={wayBack(link.returnUrl, window.location.search)}>
                {t('backTo', { accountName: link.accountName })}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('disconnect')}
            </Button>
          </Group>
        )}
        {isAsking && (
          <Stack gap="xs">
            <Text size="sm">{t('willGetNoNewData', { accountName: link.accountName })}</Text>
            <Group>
              <Button color="red" loading={isBusy} onClick={withdraw}>
                {t('yesDisconnect')}
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => setAsking(false)}>
                {t('cancel')}
              </Button>
            </Group>
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

function lastRead(at: string | undefined, isPart: boolean): string {
  if (!at) return t('noDataHasBeenSynced');
  return t(isPart ? 'restLastReadOn' : 'lastReadOn', {
    time: new Date(at).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }),
  });
}
