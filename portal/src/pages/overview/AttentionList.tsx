import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/overview.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { ButtonLink, TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { wayToMend } from './attention-way.ts';

type Item = Answer<'getOverview'>['attention'][number];

/** Problems that need a person, worst first, each with a link to the page where it can be fixed. */
export function AttentionList({ items }: { items: Item[] }) {
  return (
    <Section title={t('needsAttention')}>
      {items.length === 0 ? (
        <Text size="sm" className="status-good with-icon">
          <IconCircleCheck size={18} aria-hidden="true" /> {t('nothingNeedsYourAttention')}
        </Text>
      ) : (
        <ul className="attention">
          {items.map((item) => (
            <AttentionLine
              key={[item.kind, item.companyId, item.consumerId, item.syncId, item.pushId, item.dataType].join()}
              item={item}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function AttentionLine({ item }: { item: Item }) {
  const way = wayToMend(item);
  const isError = item.severity === 'error';
  return (
    <li>
      <div className="shrink">
        <ToneBadge tone={isError ? 'bad' : 'wait'} label={isError ? t('error') : t('warning')} /> <Named item={item} />
        <span>{item.message}</span>
        <Text size="xs" c="dimmed">
          {item.since && <>{t.rich('started', { time: <Time at={item.since} /> })}</>}
          {item.count !== undefined && item.count > 1 && ` · ${t('affected', { count: item.count })}`}
        </Text>
      </div>
      {way && (
        <ButtonLink to={way.to} variant="default" size="compact-sm">
          {way.label}
        </ButtonLink>
      )}
    </li>
  );
}

/** Links to the company or consumer, unless the message already contains its name. */
function Named({ item }: { item: Item }) {
  const { companyId, companyName, consumerId, consumerName, message } = item;
  const [to, name] = companyId
    ? [paths.company(companyId), companyName]
    : [consumerId && paths.consumer(consumerId), consumerName];
  if (!to || !name || message.includes(name)) return null;
  return (
    <>
      <TextLink inText to={to}>
        {name}
      </TextLink>
      {': '}
    </>
  );
}
