import type { Client } from '@daybook/sdk';
import { Stack, Text, Title } from '@mantine/core';
import { t } from '../messages/link.ts';
import { Linked } from './Linked.tsx';
import type { Link, Platform } from './link.ts';
import { PlatformList } from './PlatformList.tsx';
import { ProblemNote } from './ProblemNote.tsx';
import type { Problem } from './words.ts';

/** The first step. Shows who requests access, what is already connected, and the platforms to choose from. */
export function Choose(props: {
  /** Why the last attempt to authorize at the platform failed. */
  told: Problem | undefined;
  client: Client;
  token: string;
  link: Link;
  /** `connectionId` is set if the platform is connected already, and another file is uploaded. */
  onChosen: (platform: Platform, connectionId?: string) => void;
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
            const isLinked = connection.status === 'Linked';
            if (platform) onChosen(platform, isLinked ? connection.connectionId : undefined);
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
          <PlatformList
            platforms={offered}
            accountName={link.accountName}
            onChosen={(platform) => onChosen(platform)}
          />
        </Stack>
      )}
      {there.length === 0 && offered.length === 0 && (
        <Text>{t('noPlatformIsAvailableConnect', { accountName: link.accountName })}</Text>
      )}
    </Stack>
  );
}
