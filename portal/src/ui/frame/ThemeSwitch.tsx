import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../../messages/ui.ts';

const themes = [
  { value: 'light', label: t('light'), icon: IconSun },
  { value: 'dark', label: t('dark'), icon: IconMoon },
  { value: 'auto', label: t('system'), icon: IconDeviceDesktop },
] as const;

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = themes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('changeTheme')}>
          <Current size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {themes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={value === colorScheme ? <IconCheck size={16} aria-label={t('selected')} /> : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
