import { List, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { t } from '../../messages/link.ts';
import classes from '../link.module.css';
import type { Link, Platform } from '../link.ts';
import { plainReads } from './data-words.ts';

const schedules = ['hourly', 'daily', 'weekly', 'monthly'];

/** What the owner agrees to, in plain words: what is read, for how long, how to stop it, and what is kept. */
export function WhatIsRead({ link, platform, isGiven = false }: { link: Link; platform: Platform; isGiven?: boolean }) {
  const { accountName } = link;
  const reads = link.reads.filter(({ dataType }) => platform.dataTypes.includes(dataType));
  const often = schedules.find((schedule) => reads.some((read) => read.schedule === schedule)) ?? 'none';
  return (
    <Stack gap="xs" className={classes.reads}>
      <Text fw={600} size="sm">
        <IconEye size={16} style={{ verticalAlign: 'text-bottom' }} aria-hidden />{' '}
        {t(isGiven ? 'hasOngoingAccess' : 'willHaveOngoingAccess', { accountName })}
      </Text>
      <List size="sm" spacing={2}>
        {plainReads(reads).map(({ group, text }) => (
          <List.Item key={group}>
            <b>{group}:</b> {text}
          </List.Item>
        ))}
      </List>
      {platform.canWrite && <Text size="sm">{t('canAlsoWrite', { accountName, platformName: platform.name })}</Text>}
      <dl className={classes.terms}>
        <dt>{t('howLong')}</dt>
        <dd>
          {t('untilYouWithdraw')} {t('readAgain', { schedule: often, accountName })}
        </dd>
        <dt>{t('howToStop')}</dt>
        <dd>
          {t('openLinkAndDisconnect', { accountName })}{' '}
          {platform.authorization === 'platform' && t('orRemoveAtPlatform', { platformName: platform.name })}
        </dd>
        <dt>{t('whatIsKept')}</dt>
        <dd>{t('keptUntilDeleted', { accountName })}</dd>
      </dl>
    </Stack>
  );
}
