import type { Client } from '@daybook/sdk';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconPlugOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Link, LinkedPlatform } from './LinkPage.tsx';
import classes from './link.module.css';
import { ProblemNote } from './ProblemNote.tsx';
import { wayBack } from './way-back.ts';
import { explainFailure, type Problem } from './words.ts';

/** A platform that is connected, or was: how it stands, and what the owner can do about it. */
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
  const isLinked = connection.status === 'Linked';

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
          <Text fw={600}>{connection.platformName}</Text>
          <span className={classes.state} data-tone={isLinked ? 'good' : 'wait'}>
            {isLinked ? <IconCircleCheck size={16} aria-hidden /> : <IconPlugOff size={16} aria-hidden />}
            {isLinked ? 'Connected' : 'Not connected any more'}
          </span>
        </Group>
        <Text size="sm">
          {isLinked
            ? `${link.accountName} reads your books in ${connection.platformName}. ${lastRead(connection.lastSync)}`
            : `${link.accountName} can no longer read your books in ${connection.platformName}: the access has ended or was withdrawn. If you want it to go on, connect it again.`}
        </Text>
        {problem && <ProblemNote problem={problem} />}
        {!isLinked && <Button onClick={onAgain}>Connect {connection.platformName} again</Button>}
        {isLinked && !isAsking && (
          <Group>
            {link.returnUrl && (
              <Button component="a" href={wayBack(link.returnUrl, window.location.search)}>
                Back to {link.accountName}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsking(true)}>
              Withdraw access
            </Button>
          </Group>
        )}
        {isAsking && (
          <Stack gap="xs">
            <Text size="sm">
              {link.accountName} will read nothing more. What it has read so far stays with it; ask it to delete that,
              if you want.
            </Text>
            <Group>
              <Button color="red" loading={isBusy} onClick={withdraw}>
                Yes, withdraw access
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => setAsking(false)}>
                Keep it
              </Button>
            </Group>
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

function lastRead(at: string | undefined): string {
  if (!at) return 'Nothing has been read yet.';
  return `Last read on ${new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}.`;
}
