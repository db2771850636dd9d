import type { Client } from '@daybook/sdk';
import { Group, Stack, Text, ThemeIcon, Title, UnstyledButton } from '@mantine/core';
import { IconBuildingBank, IconBuildingStore, IconCalculator, IconChevronRight, IconPlug } from '@tabler/icons-react';
import { t } from '../messages/link.ts';
import { Linked } from './Linked.tsx';
import classes from './link.module.css';
import type { Link, Platform } from './link.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { type Problem, plainSourceType } from './words.ts';

const icons: Record<string, typeof IconPlug> = {
  Accounting: IconCalculator,
  Banking: IconBuildingBank,
  Commerce: IconBuildingStore,
};

/** The first step. Shows who requests access, what is already connected, and the platforms to choose from. */
export function Choose(props: {
  /** Why the last attempt to authorize at the platform failed. */
  told: Problem | undefined;
  client: Client;
  token: string;
  link: Link;
  onChosen: (platform: Platform) => void;
  onChanged: () => Promise<void>;
}) {
  const { told, client, token, link, onChosen, onChanged } = props;
  const there = link.connections.filter(({ status }) => status === 'Linked' || status === 'Deauthorized');
  const hasAccounting = there.some(
    ({ status, platformKey }) =>
      status === 'Linked' && link.platforms.find((one) => one.platformKey === platformKey)?.sourceType === 'Accounting',
  );
  // The service rejects a second accounting platform. If one is linked, no other accounting platform is offered.
  const offered = link.platforms.filter(({ platformKey, sourceType }) => {
    if (there.some((one) => one.platformKey === platformKey)) return false;
    return !(hasAccounting && sourceType === 'Accounting');
  });
  const find = (key: string) => link.platforms.find(({ platformKey }) => platformKey === key);

  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Title order={1} size="h3">
          {there.length === 0
            ? t('isRequestingAccessBooks', { accountName: link.accountName, companyName: link.companyName })
            : there.some(({ status, failedReads }) => status === 'Linked' && failedReads.length > 0)
              ? t('couldNotReadAllBooks', { accountName: link.accountName, companyName: link.companyName })
              : there.some(({ status }) => status === 'Linked')
                ? t('hasAccessBooks', { accountName: link.accountName, companyName: link.companyName })
                : t('noLongerHasAccessBooks', { accountName: link.accountName, companyName: link.companyName })}
        </Title>
        {there.length === 0 && <Text c="dimmed">{t('chooseWhereKeepBooksWill')}</Text>}
      </Stack>
      {told && <ProblemNote problem={told} />}
      {there.map((connection) => (
        <Linked
          key={connection.connectionId}
          client={client}
          token={token}
          link={link}
          connection={connection}
          onChanged={onChanged}
          onAgain={() => {
            const platform = find(connection.platformKey);
            if (platform) onChosen(platform);
          }}
        />
      ))}
      {offered.length > 0 && (
        <Stack gap="xs">
          {there.length > 0 && (
            <Title order={2} size="h5">
              {t('connectAnotherPlatform')}
            </Title>
          )}
          {offered.map((platform) => {
            const Icon = icons[platform.sourceType] ?? IconPlug;
            return (
              <UnstyledButton
                key={platform.platformKey}
                className={classes.platform}
                onClick={() => onChosen(platform)}
              >
                <Group wrap="nowrap">
                  <ThemeIcon variant="light" size={40} radius="md">
                    <Icon size={22} />
                  </ThemeIcon>
                  <Stack gap={0} flex={1}>
                    <Text fw={600}>{platform.name}</Text>
                    <Text size="sm" c="dimmed">
                      {plainSourceType[platform.sourceType] ?? t('businessSoftware')}
                    </Text>
                  </Stack>
                  <IconChevronRight size={18} aria-hidden />
                </Group>
              </UnstyledButton>
            );
          })}
        </Stack>
      )}
      {there.length === 0 && offered.length === 0 && (
        <Text>{t('noPlatformIsAvailableConnect', { accountName: link.accountName })}</Text>
      )}
    </Stack>
  );
}
