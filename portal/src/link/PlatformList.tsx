import { Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../messages/link.ts';
import { PlatformMark } from '../ui/platform/PlatformMark.tsx';
import classes from './link.module.css';
import type { Platform } from './link.ts';
import { isFound } from './reads/data-words.ts';
import { plainSourceType } from './words.ts';

/** With more platforms than this, the owner can search. */
const withoutSearchMax = 5;

type PlatformListProps = { platforms: Platform[]; accountName: string; onChosen: (platform: Platform) => void };

/** The platforms to choose from, with their marks, and a search field if there are many. */
export function PlatformList({ platforms, accountName, onChosen }: PlatformListProps) {
  const [text, setText] = useState('');
  const found = platforms.filter(({ name }) => isFound(name, text));
  return (
    <>
      {platforms.length > withoutSearchMax && (
        <TextInput
          type="search"
          size="md"
          aria-label={t('searchPlatforms')}
          placeholder={t('searchPlatforms')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.map((platform) => (
        <UnstyledButton key={platform.platformKey} className={classes.platform} onClick={() => onChosen(platform)}>
          <Group wrap="nowrap">
            <PlatformMark name={platform.name} size={40} />
            <Stack gap={0} flex={1}>
              <Text fw={600}>{platform.name}</Text>
              <Text size="sm" c="dimmed">
                {platform.authorization === 'upload'
                  ? t('exportsOfOtherSoftware')
                  : (plainSourceType[platform.sourceType] ?? t('businessSoftware'))}
              </Text>
            </Stack>
            <IconChevronRight size={18} aria-hidden />
          </Group>
        </UnstyledButton>
      ))}
      <Text size="sm" role="status">
        {found.length === 0 && t('noPlatformFound', { text: text.trim(), accountName })}
      </Text>
    </>
  );
}
