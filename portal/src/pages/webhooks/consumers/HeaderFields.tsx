import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/webhooks.ts';

type Pair = { key: number; name: string; value: string };

/** Edits custom headers as rows. Rows without a name are ignored. */
export function HeaderFields(props: {
  value: Record<string, string>;
  onChange: (value: Record<string, string>) => void;
}) {
  const [pairs, setPairs] = useState<Pair[]>(() =>
    Object.entries(props.value).map(([name, value], key) => ({ key, name, value })),
  );
  function change(next: Pair[]) {
    setPairs(next);
    props.onChange(Object.fromEntries(next.flatMap(({ name, value }) => (name.trim() ? [[name.trim(), value]] : []))));
  }
  const put = (key: number, part: Partial<Pair>) =>
    change(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));

  return (
    <Stack gap="xs" role="group" aria-label={t('customHeaders')}>
      {pairs.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noCustomHeadersAuthorizationHeader')}
        </Text>
      )}
      {pairs.map(({ key, name, value }) => (
        <Group key={key} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('headerName')}
            placeholder={t('xEnvironment')}
            value={name}
            onChange={(event) => put(key, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={t('valueOfHeader', { name })}
            value={value}
            onChange={(event) => put(key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('removeHeaderName', { name })}
            onClick={() => change(pairs.filter((pair) => pair.key !== key))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={pairs.length >= 20}
          onClick={() =>
            setPairs([...pairs, { key: Math.max(-1, ...pairs.map((pair) => pair.key)) + 1, name: '', value: '' }])
          }
        >
          {t('addHeader')}
        </Button>
      </Group>
    </Stack>
  );
}
