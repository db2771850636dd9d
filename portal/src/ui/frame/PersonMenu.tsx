import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconBook2, IconClock, IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { t } from '../../messages/ui.ts';
import { paths, servicePaths } from '../../paths.ts';
import { timeZone } from '../zone/time-zone.ts';
import { useSession } from './use-session.ts';
import { useSignOut } from './use-sign-out.ts';

export function PersonMenu() {
  const { person, version } = useSession();
  const navigate = useNavigate();
  const { routesByPath } = useRouter();

  const signOut = useSignOut();

  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('signedInAs', { email: person.email })}>
          <IconUserCircle size={22} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {person.name}
          <Text size="xs" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        {paths.profile() in routesByPath && (
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate({ to: paths.profile() })}>
            {t('yourProfile')}
          </Menu.Item>
        )}
        {paths.profile() in routesByPath && (
          <Menu.Item
            leftSection={<IconClock size={16} />}
            onClick={() => void navigate({ to: paths.profile(), hash: 'time-zone' })}
          >
            {t('timeZone')}
            <Text size="xs" c="dimmed">
              {timeZone().replaceAll('_', ' ')}
            </Text>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconBook2 size={16} />} component="a" href={servicePaths.reference}>
          {t('apiReference')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
        <Menu.Label>{t('daybookVersion', { version })}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
