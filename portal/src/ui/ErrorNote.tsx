import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { describeError } from '../api.ts';
import { t } from '../messages/ui.ts';
import { servicePaths } from '../paths.ts';
import { CopyText } from './code/Copy.tsx';

/** Shows what happened, what to do, and the correlation id for support. */
export function ErrorNote({ error, title, retry }: { error: unknown; title?: string; retry?: () => void }) {
  if (!error) return null;
  const { message, code, correlationId } = describeError(error);
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<IconAlertCircle />}
      title={title ?? t('somethingWentWrong')}
      role="alert"
      className="error-note"
    >
      <Text size="sm">{message}</Text>
      <Group gap="sm" mt={6} className="error-foot">
        {retry && (
          <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={retry}>
            {t('tryAgain')}
          </Button>
        )}
        {code && code !== 'unknown' && (
          <Anchor size="sm" href={servicePaths.errorGuide(code)} target="_blank">
            {t('howToFixThis')}
          </Anchor>
        )}
        {correlationId && (
          <Text size="sm" component="span" c="dimmed">
            {t.rich('correlationIdCopyText', {
              copyText: <CopyText value={correlationId} what={t('correlationId')} />,
            })}
          </Text>
        )}
      </Group>
    </Alert>
  );
}
