import type { Client } from '@daybook/sdk';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlugOff } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './link.module.css';
import type { Link, LinkedPlatform } from './link.ts';
import { ProblemNote } from './ProblemNote.tsx';
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
  const isLinked = connection.status === 'Linked';
  const failed = plainFailedReads(connection, link.accountName);
  const [tone, Icon, state] = !isLinked
    ? (['wait', IconPlugOff, 'Disconnected'] as const)
    : failed.length > 0
      ? (['bad', IconAlertTriangle, 'Connected, but the last sync failed'] as const)
      : (['good', IconCircleCheck, 'Connected'] as const);

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
            ? `${failed.length > 0 ? '' : `${link.accountName} has access to your books in ${connection.platformName}. `}${lastRead(connection.lastSync)}`
            : `${link.accountName} no longer has access to your books in ${connection.platformName}, because the access expired or was revoked. Reconnect to continue.`}
        </Text>
        {problem && <ProblemNote problem={problem} />}
        {!isLinked && <Button onClick={onAgain}>Reconnect {connection.platformName}</Button>}
        {isLinked && !isAsking && (
          <Group>
            {link.returnUrl && (
              <Button component="a" href={wayBack(link.returnUrl, window.location.search)}>
                Back to {link.accountName}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsking(true)}>
              Disconnect
            </Button>
          </Group>
        )}
        {isAsking && (
          <Stack gap="xs">
            <Text size="sm">
              {link.accountName} will get no new data, but keeps the data that it already has. If you want that data to
              be deleted, ask {link.accountName}.
            </Text>
            <Group>
              <Button color="red" loading={isBusy} onClick={withdraw}>
                Yes, disconnect
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => setAsking(false)}>
                Cancel
              </Button>
            </Group>
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

function lastRead(at: string | undefined): string {
  if (!at) return 'No data has been synced yet.';
  return `Last synced on ${new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}.`;
}
