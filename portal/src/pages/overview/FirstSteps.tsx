import { Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/overview.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type Steps = Answer<'getOverview'>['firstSteps'];

/** The steps in the order in which people usually take them. */
const texts: Record<keyof Steps, ReactNode> = {
  companyLinked: t.rich('linkFirstCompany', {
    link: (text) => (
      <TextLink inText to={paths.companies()} search={{ create: 'yes' }}>
        {text}
      </TextLink>
    ),
  }),
  keyUsed: t.rich('useFirstKey', { link: to(paths.apiKeys()) }),
  consumerReached: t.rich('reachFirstConsumer', { link: to(paths.consumers()) }),
  recordPushed: t.rich('pushFirstRecord', { link: to(paths.companies()) }),
};
const names = Object.keys(texts) as (keyof Steps)[];

function to(path: string) {
  return (text: ReactNode) => (
    <TextLink inText to={path}>
      {text}
    </TextLink>
  );
}

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
            {texts[name]}
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
