import { Button, Group, Text } from '@mantine/core';
import type { Answer } from '../../api.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { LinkLine } from '../../ui/code/LinkLine.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import type { CompanyState } from './company-state.ts';
import { connectionAdvice } from './connection-advice.ts';

type Connection = Answer<'listConnections'>['results'][number];

/** Shows a connection with its status, its errors, and how to fix the errors. */
export function ConnectionCard({
  companyId,
  connection,
  state,
  link,
}: {
  companyId: string;
  connection: Connection;
  state: CompanyState;
  /** The URL of the company's link page. Undefined if the person may not see it. */
  link: string | undefined;
}) {
  const { connectionId, platformName, sourceType, status, errors } = connection;
  const advice = connectionAdvice(status);
  const unresolved = errors.filter(({ resolvedAt }) => resolvedAt === undefined);
  return (
    <Section
      title={
        <Group gap="sm">
          {platformName}
          <ToneBadge tone={state.tone} label={state.label} title={state.meaning} />
        </Group>
      }
      actions={<ConnectionActions companyId={companyId} connection={connection} />}
    >
      <Text size="sm">{state.meaning}</Text>
      {unresolved.map((error) => (
        <Text key={error.at + error.code} size="sm">
          {error.message}{' '}
          <Text component="span" size="sm" c="dimmed">
            (<Time at={error.at} />)
          </Text>
        </Text>
      ))}
      {advice && link && (
        <div className="mend">
          <Text size="sm" fw={600}>
            {advice}
          </Text>
          <LinkLine url={link} />
        </div>
      )}
      <dl className="facts mt">
        <dt>Type</dt>
        <dd>{sourceType}</dd>
        <dt>Last sync</dt>
        <dd>
          <Time at={connection.lastSync} />
          {status === 'Linked' && (
            <>
              {' · '}
              <TextLink inText to={paths.companyData(companyId)}>
                data status
              </TextLink>
            </>
          )}
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={connection.created} />
        </dd>
        <dt>Connection ID</dt>
        <dd>
          <CopyText value={connectionId} what="connection ID" />
        </dd>
      </dl>
      {errors.length > unresolved.length && (
        <details className="quiet-details">
          <summary>Earlier errors ({errors.length - unresolved.length})</summary>
          <ul>
            {errors
              .filter(({ resolvedAt }) => resolvedAt !== undefined)
              .map((error) => (
                <li key={error.at + error.code}>
                  <Time at={error.at} />: {error.message} Resolved <Time at={error.resolvedAt} />.
                </li>
              ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function ConnectionActions({ companyId, connection }: { companyId: string; connection: Connection }) {
  const { connectionId, platformName, status } = connection;
  const shown = ['listConnections', 'getCompany', 'listCompanies', 'getDataStatus', 'getOverview'] as const;
  const unlink = useChange('unlinkConnection', { refreshes: [...shown], done: `${platformName} unlinked.` });
  const remove = useChange('deleteConnection', { refreshes: [...shown], done: 'Connection deleted.' });
  if (!useMay('developer')) return null;
  return (
    <>
      {(status === 'Linked' || status === 'Deauthorized') && (
        <Confirm
          title={`Unlink ${platformName}?`}
          action="Unlink"
          isDangerous
          run={() => unlink.mutateAsync({ companyId, connectionId, body: { status: 'Unlinked' } })}
          trigger={(open) => (
            <Button variant="default" size="compact-sm" onClick={open}>
              Unlink
            </Button>
          )}
        >
          Syncs from {platformName} and pushes to {platformName} stop. Data that was already synced stays available. The
          owner can link the platform again.
        </Confirm>
      )}
      {status !== 'Linked' && (
        <Confirm
          title={`Delete the connection to ${platformName}?`}
          action="Delete connection"
          isDangerous
          run={() => remove.mutateAsync({ companyId, connectionId })}
          trigger={(open) => (
            <Button variant="default" size="compact-sm" onClick={open}>
              Delete
            </Button>
          )}
        >
          The connection and all data that was synced through it are deleted. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}
