import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';

/** Sends an example event: the first one that the consumer receives, or one that is chosen. Then opens its message. */
export function SendTestEvent({ consumerId }: { consumerId: string }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const types = useQuery({ ...read('listEventTypes', { pageSize: 500 }), enabled: isOpen });
  const test = useChange('testConsumer', {
    refreshes: ['listMessages'],
    after: ({ messageId }) => void navigate({ to: paths.message(messageId) }),
  });
  return (
    <>
      <Button.Group>
        <Button
          leftSection={<IconSend size={16} />}
          loading={test.isPending}
          onClick={() => test.mutate({ consumerId })}
        >
          {t('sendTestEvent')}
        </Button>
        <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
          <Menu.Target>
            <Button px={8} ml={1} aria-label={t('chooseTestEvent')} disabled={test.isPending}>
              <IconChevronDown size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            <Menu.Label>{t('exampleOf')}</Menu.Label>
            {types.isPending && <SkeletonRows />}
            <ErrorNote error={types.error} />
            {types.data?.results.map(({ eventType }) => (
              <Menu.Item key={eventType} onClick={() => test.mutate({ consumerId, body: { eventType } })}>
                <Text size="sm" ff="monospace">
                  {eventType}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <ErrorNote error={test.error} />
    </>
  );
}
