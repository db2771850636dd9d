import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { LinkLine } from '../../ui/code/LinkLine.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section, usePageTitle } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { Time } from '../../ui/Time.tsx';
import { AddConnection } from './AddConnection.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { useCompany } from './company-context.ts';
import { connectionStateInCompany, hasLinkedAccounting } from './company-state.ts';

export function ConnectionsPage() {
  const { companyId, name } = useCompany();
  usePageTitle(t('connectionsName', { name }));
  const input = { companyId, pageSize: 100 };
  const connections = useQuery(read('listConnections', input));
  const status = useQuery(read('getDataStatus', { companyId }));
  const mayChange = useMay('developer');
  const link = useQuery({ ...read('getCompanyLink', { companyId }), enabled: mayChange });
  const results = connections.data?.results ?? [];
  return (
    <>
      <ErrorNote
        error={connections.error}
        title={t('couldNotLoadConnections')}
        retry={() => void connections.refetch()}
      />
      {connections.isPending && <SkeletonRows count={4} />}
      {connections.data && results.length === 0 && (
        <Section>
          <EmptyState
            icon={IconPlugConnected}
            title={t('notLinkedAnyPlatform')}
            action={
              mayChange && (
                <Group gap="xs" justify="center">
                  {link.data && (
                    <Button
                      component="a"
                      href={link.data.link}
                      target="_blank"
                      rightSection={<IconExternalLink size={16} />}
                    >
                      {t('openLinkPage')}
                    </Button>
                  )}
                  <AddConnection companyId={companyId} />
                </Group>
              )
            }
          >
            {mayChange ? t('sendLinkBelowCompanysOwner') : t('aDeveloperOrAdministratorAccount')}
          </EmptyState>
        </Section>
      )}
      {results.map((connection) => (
        <ConnectionCard
          key={connection.connectionId}
          companyId={companyId}
          connection={connection}
          state={connectionStateInCompany(connection, { connections: results, dataStatus: status.data })}
          link={link.data?.link}
        />
      ))}
      {mayChange && (
        <Section
          title={t('linkPageOwner')}
          lead={t('theOwnerCompanyUsesThis')}
          actions={
            <>
              <RotateLink companyId={companyId} />
              {results.length > 0 && (
                <AddConnection companyId={companyId} hasAccounting={hasLinkedAccounting(results)} size="xs" />
              )}
            </>
          }
        >
          <ErrorNote error={link.error} title={t('couldNotLoadLink')} retry={() => void link.refetch()} />
          {link.isPending && <SkeletonRows count={2} />}
          {link.data && (
            <>
              <LinkLine url={link.data.link} />
              <Text size="sm" c="dimmed">
                {t.rich('theLinkExpiresNewLink', { time: <Time at={link.data.expires} /> })}
              </Text>
            </>
          )}
        </Section>
      )}
      <CurlLine operation="listConnections" input={input} />
    </>
  );
}

function RotateLink({ companyId }: { companyId: string }) {
  const rotate = useChange('rotateLink', { refreshes: ['getCompanyLink', 'getCompany'], done: t('linkRotated') });
  return (
    <Confirm
      title={t('rotateLinkQuestion')}
      action={t('rotateLink')}
      isDangerous
      run={() => rotate.mutateAsync({ companyId })}
      trigger={(open) => (
        <Button variant="default" size="xs" onClick={open}>
          {t('rotateLink')}
        </Button>
      )}
    >
      {t('allLinksWereSentThis')}
    </Confirm>
  );
}
