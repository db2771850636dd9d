import { Alert, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../messages/ui.ts';
import { CopyText } from './Copy.tsx';

/** A new secret, which is shown only once. */
export function SecretOnce({ title, secret, children }: { title: string; secret: string; children?: ReactNode }) {
  return (
    <Alert color="accent" variant="outline" icon={<IconKey />} title={title} className="secret-once">
      <Stack gap="xs">
        <Text size="sm">{t('copySecretNowStoreSafely')}</Text>
        <CopyText value={secret} what={t('secret')} />
        {children}
      </Stack>
    </Alert>
  );
}
