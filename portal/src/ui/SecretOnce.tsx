import { Alert, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyText } from './Copy.tsx';

/** A secret at the one time when it is shown. */
export function SecretOnce({ title, secret, children }: { title: string; secret: string; children?: ReactNode }) {
  return (
    <Alert color="accent" variant="outline" icon={<IconKey />} title={title} className="secret-once">
      <Stack gap="xs">
        <Text size="sm">Copy it now and keep it safe. It is not shown again.</Text>
        <CopyText value={secret} what="the secret" />
        {children}
      </Stack>
    </Alert>
  );
}
