import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
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
import { connectionStateInCompany } from './company-state.ts';

export function ConnectionsPage() {
  const { companyId, name } = useCompany();
  usePageTitle(`Connections · ${name}`);
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
        title="Could not load the connections"
        retry={() => void connections.refetch()}
      />
      {connections.isPending && <SkeletonRows count={4} />}
      {connections.data && results.length === 0 && (
        <Section>
          <EmptyState
            icon={IconPlugConnected}
            title="Not linked to any platform"
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
                      Open link page
                    </Button>
                  )}
                  <AddConnection companyId={companyId} />
                </Group>
              )
            }
          >
            {mayChange
              ? 'Send the link below to the company’s owner. The owner authorizes the platform there, and the first sync starts automatically.'
              : 'A developer or administrator of the account can send the company’s owner a link to authorize the platform.'}
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
          title="Link page for the owner"
          lead="The owner of the company uses this link to authorize platforms and to see what is shared. Anyone who has the link can use it, so send it only to the owner."
          actions={
            <>
              <RotateLink companyId={companyId} />
              {results.length > 0 && (
                <AddConnection companyId={companyId} hasAccounting={results.some(isActiveAccounting)} />
              )}
            </>
          }
        >
          <ErrorNote error={link.error} title="Could not load the link" retry={() => void link.refetch()} />
          {link.data && (
            <>
              <LinkLine url={link.data.link} />
              <Text size="sm" c="dimmed">
                The link expires <Time at={link.data.expires} />. A new link that expires later is shown every day.
              </Text>
            </>
          )}
        </Section>
      )}
      <CurlLine operation="listConnections" input={input} />
    </>
  );
}

function isActiveAccounting({ sourceType, status }: { sourceType: string; status: string }): boolean {
  return sourceType === 'Accounting' && status !== 'Unlinked';
}

function RotateLink({ companyId }: { companyId: string }) {
  const rotate = useChange('rotateLink', { refreshes: ['getCompanyLink', 'getCompany'], done: 'Link rotated.' });
  return (
    <Confirm
      title="Rotate link?"
      action="Rotate link"
      isDangerous
      run={() => rotate.mutateAsync({ companyId })}
      trigger={(open) => (
        <Button variant="default" size="compact-sm" onClick={open}>
          Rotate link
        </Button>
      )}
    >
      All links that were sent for this company stop working immediately. Connections that are linked stay linked.
    </Confirm>
  );
}
