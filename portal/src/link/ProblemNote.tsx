import { ActionIcon, Alert, Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './link.module.css';
import type { Problem } from './words.ts';

/** What went wrong and what to do about it; as a note inside the page, or as the page itself. */
export function ProblemNote(props: { problem: Problem; isPage?: boolean; onRetry?: (() => void) | undefined }) {
  const { problem, isPage = false, onRetry } = props;
  const number = problem.correlationId && (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed">
        Number for support
      </Text>
      <Code fz={11}>{problem.correlationId}</Code>
      <CopyButton value={problem.correlationId}>
        {({ copied, copy }) => (
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label="Copy the number for support">
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
  const again = onRetry && (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  if (isPage)
    return (
      <Stack gap="md" role="alert">
        <Title order={1} size="h3">
          {problem.title}
        </Title>
        <Text>{problem.text}</Text>
        {again}
        {number}
      </Stack>
    );
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<IconAlertTriangle />}
      title={problem.title}
      classNames={{ title: classes.problem }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{problem.text}</Text>
        {again}
        {number}
      </Stack>
    </Alert>
  );
}
