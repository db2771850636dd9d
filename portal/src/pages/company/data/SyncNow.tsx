import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { t } from '../../../messages/company.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { spaced, unfinishedSyncs } from '../../../ui/state-words.ts';
import { shownByData, type TypeStatus } from './data-types.ts';

/** Requests a sync of one data type; the menu offers a full one. */
export function SyncNow({ companyId, type: { dataType, status } }: { companyId: string; type: TypeStatus }) {
  const request = useChange('requestData', { refreshes: [...shownByData] });
  const name = spaced(dataType);
  return (
    <div>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          loading={request.isPending}
          disabled={unfinishedSyncs.includes(status)}
          onClick={() => request.mutate({ companyId, dataType })}
          aria-label={t('syncNowName', { name })}
        >
          {t('syncNow')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('moreActionsFor', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => request.mutate({ companyId, dataType, full: true })}>
              {t('fullSync')}
              <Text size="xs" c="dimmed">
                {t('alsoDetectsRecordsWereDeleted')}
              </Text>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ErrorNote error={request.error} title={t('couldNotQueueSync', { name: name.toLowerCase() })} />
    </div>
  );
}
