import { Button, Collapse, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/settings.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Page, Section } from '../../../ui/frame/Page.tsx';
import { PageLoading } from '../../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { OwnApplication } from './OwnApplication.tsx';
import type { Platform } from './platform.ts';

const input = { pageSize: 100, orderBy: 'name' };

/** The platforms of this installation: what they can do, and the account's own OAuth applications. */
export function PlatformsPage() {
  const { data, error, refetch } = useQuery(read('listPlatforms', input));
  if (!data && !error) return <PageLoading />;
  return (
    <Page title={t('platforms')} lead={t('whatCompaniesCanBeConnectedTo')}>
      <ErrorNote error={error} retry={() => void refetch()} />
      {data?.results.map((platform) => (
        <PlatformSection key={platform.platformKey} platform={platform} />
      ))}
      <CurlLine operation="listPlatforms" input={input} />
    </Page>
  );
}

function PlatformSection({ platform }: { platform: Platform }) {
  const [isOpen, setOpen] = useState(false);
  const usesOauth = platform.credentialFields.length === 0;
  const types = Object.entries(platform.dataTypes);
  const pushed = types.filter(([, { push }]) => push.length > 0);
  return (
    <Section
      title={platform.name}
      lead={
        platform.enabled
          ? t('readsAndPushes', { reads: types.filter(([, { pull }]) => pull).length, pushes: pushed.length })
          : t('notEnabledInInstallation')
      }
      actions={
        <>
          <ToneBadge
            tone={platform.enabled ? 'good' : 'idle'}
            label={platform.enabled ? t('enabled') : t('notEnabled')}
          />
          <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('hideDetails') : t('showDetails')}
          </Button>
        </>
      }
    >
      <Collapse expanded={isOpen}>
        <dl className="facts">
          <dt>{t('authorization')}</dt>
          <dd>
            {usesOauth
              ? t('ownerSignsInAtPlatform')
              : t('ownerEntersCredentials', { fields: platform.credentialFields.map(({ label }) => label).join(', ') })}
          </dd>
          <dt>{t('canBePushed')}</dt>
          <dd>{pushed.map(([name, { push }]) => `${name} (${push.join(', ')})`).join('; ') || t('nothing')}</dd>
        </dl>
        {usesOauth && platform.enabled && (
          <Group mt="md" align="flex-start">
            <OwnApplication platform={platform} />
          </Group>
        )}
        {usesOauth && !platform.enabled && (
          <Text size="sm" c="dimmed" mt="sm">
            {t('operatorEnablesPlatform')}
          </Text>
        )}
      </Collapse>
    </Section>
  );
}
