import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { t } from '../../messages/ui.ts';
import { Copy } from './Copy.tsx';

/** A URL to copy or to open. */
export function LinkLine({ url }: { url: string }) {
  return (
    <Group gap="xs">
      <Text size="sm" className="mono shrink break">
        {url}
      </Text>
      <Copy value={url} what={t('link')} />
      <Button
        component="a"
        href={url}
        target="_blank"
        variant="default"
        size="compact-sm"
        rightSection={<IconExternalLink size={14} />}
      >
        {t('open')}
      </Button>
    </Group>
  );
}
