import { Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { Copy } from '../../ui/Copy.tsx';
import { CurlLine } from '../../ui/CurlLine.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section, usePageTitle } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/PageLoading.tsx';
import { useMay } from '../../ui/use-session.ts';
import { AddConnection } from './AddConnection.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { useCompany } from './company-context.ts';

export function ConnectionsPage() {
  const { companyId, name, redirect } = useCompany();
  usePageTitle(`Connections · ${name}`);
  const input = { companyId, pageSize: 100 };
  const connections = useQuery(read('listConnections', input));
  const mayChange = useMay('developer');
  const results = connections.data?.results ?? [];
  return (
    <>
      <ErrorNote
        error={connections.error}
        title="The connections could not be read"
        retry={() => void connections.refetch()}
      />
      {connections.isPending && <SkeletonRows count={4} />}
      {connections.data && results.length === 0 && (
        <Section>
          <EmptyState
            icon={IconPlugConnected}
            title="Not linked to any platform"
            action={
              <Group gap="xs" justify="center">
                <Button component="a" href={redirect} target="_blank" rightSection={<IconExternalLink size={16} />}>
                  Open the link page
                </Button>
                {mayChange && <AddConnection companyId={companyId} />}
              </Group>
            }
          >
            Send the company’s owner the link page below. There they choose their platform and authorize it; the first
            sync starts by itself.
          </EmptyState>
        </Section>
      )}
      {results.map((connection) => (
        <ConnectionCard key={connection.connectionId} companyId={companyId} connection={connection} />
      ))}
      <Section
        title="Link page for the owner"
        lead="The owner of the company authorizes platforms here, and sees what is read. Whoever has the address can do that: send it to nobody else."
        actions={
          results.length > 0 &&
          mayChange && <AddConnection companyId={companyId} hasAccounting={results.some(isActiveAccounting)} />
        }
      >
        <LinkLine url={redirect} />
      </Section>
      <CurlLine operation="listConnections" input={input} />
    </>
  );
}

function isActiveAccounting({ sourceType, status }: { sourceType: string; status: string }): boolean {
  return sourceType === 'Accounting' && status !== 'Unlinked';
}

export function LinkLine({ url }: { url: string }) {
  return (
    <Group gap="xs">
      <Text size="sm" className="mono shrink break">
        {url}
      </Text>
      <Copy value={url} what="the link" />
      <Button
        component="a"
        href={url}
        target="_blank"
        variant="default"
        size="compact-sm"
        rightSection={<IconExternalLink size={14} />}
      >
        Open
      </Button>
    </Group>
  );
}
