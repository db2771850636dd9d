import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/ui.ts';
import { Form } from '../form/Form.tsx';
import { useSession } from '../frame/use-session.ts';
import { useAddress } from '../use-address.ts';
import { addView, isSame, readViews, type SavedView, viewOf, writeViews } from './saved-views.ts';

/** Saves the filter, order and columns of a list under a name, and opens saved ones. `place` names the list. */
export function SavedViews({ place }: { place: string }) {
  const [address] = useAddress();
  const navigate = useNavigate();
  const accountId = useSession().account?.accountId ?? '';
  const [isOpen, setOpen] = useState(false);
  const [views, setViews] = useState(() => readViews(accountId, place));
  const now = viewOf(address);
  const current = views.find(({ search }) => isSame(search, now));
  const change = (next: SavedView[]) => {
    setViews(next);
    writeViews(accountId, place, next);
  };
  const open = (search: Record<string, string>) => {
    setOpen(false);
    void navigate({ to: '.', search: search as never });
  };
  const Icon = current ? IconBookmarkFilled : IconBookmark;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withArrow trapFocus width={260}>
      <Popover.Target>
        <Tooltip label={t('savedViews')}>
          <ActionIcon size={36} variant="default" aria-label={t('savedViews')} onClick={() => setOpen(!isOpen)}>
            <Icon size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('savedViews')} p="sm">
        <Stack gap={6}>
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('noSavedViews')}
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap">
              <Button
                variant={view === current ? 'light' : 'subtle'}
                color={view === current ? undefined : 'gray'}
                size="compact-sm"
                justify="flex-start"
                fullWidth
                onClick={() => open(view.search)}
              >
                {view.name}
              </Button>
              <ActionIcon
                size="sm"
                aria-label={t('deleteView', { name: view.name })}
                onClick={() => change(views.filter((other) => other !== view))}
              >
                <IconX size={14} />
              </ActionIcon>
            </Group>
          ))}
          {Object.keys(now).length > 0 && !current && (
            <SaveForm save={(name) => change(addView(views, { name, search: now }))} />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SaveForm({ save }: { save: (name: string) => void }) {
  const [name, setName] = useState('');
  const trimmed = name.trim();
  return (
    <Form submit={() => trimmed && save(trimmed)}>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <TextInput
          label={t('saveThisView')}
          placeholder={t('nameOfView')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={trimmed === ''}>
          {t('save')}
        </Button>
      </Group>
    </Form>
  );
}
