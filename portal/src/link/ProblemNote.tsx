import { ActionIcon, Alert, Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../messages/link.ts';
import classes from './link.module.css';
import type { Problem } from './words.ts';

/** Shows what went wrong and what to do, as a note on the page or as the whole page. */
export function ProblemNote(props: { problem: Problem; isPage?: boolean; onRetry?: (() => void) | undefined }) {
  const { problem, isPage = false, onRetry } = props;
  const number = problem.correlationId && (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed">
        {t('supportReference')}
      </Text>
      <Code fz={11}>{problem.correlationId}</Code>
      <CopyButton value={problem.correlationId}>
        {({ copied, copy }) => (
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={t('copySupportReference')}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
  const again = onRetry && (
    <Button variant="default" onClick={onRetry}>
      {t('tryAgain')}
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
