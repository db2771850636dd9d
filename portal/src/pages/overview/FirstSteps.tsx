import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

/** The checklist for a new account. */
export function FirstSteps() {
  const companies = useQuery(read('listCompanies', { pageSize: 1, orderBy: '-created' }));
  const keys = useQuery(read('listApiKeys', { pageSize: 1 }));
  const consumers = useQuery(read('listConsumers', { pageSize: 1 }));
  const first = companies.data?.results[0];
  const isLinked = first?.dataConnections.some(({ status }) => status === 'Linked') ?? false;
  return (
    <Section title="Get started">
      <ol className="steps">
        <Step isDone={Boolean(first)}>
          <TextLink inText to={paths.companies()} search={{ create: 'yes' }}>
            Create a company
          </TextLink>{' '}
          whose accounting data you need.
        </Step>
        <Step isDone={isLinked}>
          {first ? (
            <TextLink inText to={paths.companyConnections(first.companyId)}>
              Link the company to its platform
            </TextLink>
          ) : (
            'Link the company to its platform'
          )}
          : send the link page to the owner, or open it yourself. The first sync then starts automatically.
        </Step>
        <Step isDone={(keys.data?.totalResults ?? 0) > 0}>
          <TextLink inText to={paths.apiKeys()}>
            Create an API key
          </TextLink>{' '}
          so that your program can read the data.
        </Step>
        <Step isDone={(consumers.data?.totalResults ?? 0) > 0}>
          <TextLink inText to={paths.consumers()}>
            Create a consumer
          </TextLink>{' '}
          so that your program is notified when data changes.
        </Step>
      </ol>
    </Section>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li>
      <Icon
        size={20}
        stroke={1.6}
        aria-label={isDone ? 'Done' : 'To do'}
        className={isDone ? 'status-good' : 'dimmed'}
      />
      <span>{children}</span>
    </li>
  );
}
