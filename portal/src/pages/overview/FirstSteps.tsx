import { Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/overview.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Steps = Answer<'getOverview'>['firstSteps'];

const ways: Record<keyof Steps, { text: Parameters<typeof t.rich>[0]; to: string; search?: Record<string, string> }> = {
  companyLinked: { text: 'linkFirstCompany', to: paths.companies(), search: { create: 'yes' } },
  keyUsed: { text: 'useFirstKey', to: paths.apiKeys() },
  consumerReached: { text: 'reachFirstConsumer', to: paths.consumers() },
  recordPushed: { text: 'pushFirstRecord', to: paths.companies() },
};
const names = Object.keys(ways) as (keyof Steps)[];

const hiddenKey = (account: string) => `daybook.firstSteps.hidden.${account}`;

/** The checklist of a new account. Each step ticks itself. It is gone when all are done, or when somebody hides it. */
export function FirstSteps({ account, steps }: { account: string; steps: Steps }) {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey(account)) !== null);
  const done = names.filter((name) => steps[name]).length;
  if (isHidden || done === names.length) return null;
  const hide = () => {
    localStorage.setItem(hiddenKey(account), 'yes');
    setHidden(true);
  };
  return (
    <Section
      title={t('getStarted')}
      lead={t('stepsDone', { done, all: names.length })}
      actions={
        <Button variant="subtle" size="xs" onClick={hide}>
          {t('hide')}
        </Button>
      }
    >
      <Progress value={(done / names.length) * 100} size="sm" mb="sm" aria-label={t('getStarted')} />
      <ol className="steps">
        {names.map((name) => (
          <Step key={name} isDone={steps[name]}>
            {t.rich(ways[name].text, {
              link: (text) => (
                <TextLink inText to={ways[name].to} {...(ways[name].search && { search: ways[name].search })}>
                  {text}
                </TextLink>
              ),
            })}
          </Step>
        ))}
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
        aria-label={isDone ? t('done') : t('toDo')}
        className={isDone ? 'status-good' : 'dimmed'}
      />
      <span>{children}</span>
    </li>
  );
}
