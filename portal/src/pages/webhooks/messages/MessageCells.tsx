import type { RowOf } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { wordsFor } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useConsumerNames } from '../use-consumer-names.ts';
import { aboutOf } from './message-about.ts';
import { deliveryState } from './message-state.ts';
import './messages.css';

type Message = RowOf<'listMessages'>;
type Delivery = NonNullable<Message['summary']>['deliveries'][number];

export function EventCell({ message: { messageId, eventType, isTest, summary } }: { message: Message }) {
  const about = summary && aboutOf(summary);
  return (
    <>
      <TextLink to={paths.message(messageId)}>{eventType}</TextLink>
      {isTest && <span className="dimmed"> {t('testNote')}</span>}
      {about && <span className="message-about">{about}</span>}
    </>
  );
}

const shownMax = 3;

/** What each consumer answered: its name, the status code and the number of attempts. */
export function DeliveriesCell({
  deliveries = [],
  only,
}: {
  deliveries: Delivery[] | undefined;
  only?: string | undefined;
}) {
  const nameOf = useConsumerNames();
  const relevant = only === undefined ? deliveries : deliveries.filter(({ consumerId }) => consumerId === only);
  if (relevant.length === 0) return <span className="dimmed">{t('noConsumers')}</span>;
  // What failed comes first, so that it is never among those that are left out.
  const sorted = relevant.toSorted((a, b) => rank(a) - rank(b));
  return (
    <span className="message-deliveries">
      {sorted.slice(0, shownMax).map((delivery) => (
        <span key={delivery.consumerId} className="message-delivery">
          {only === undefined && (
            <TextLink to={paths.consumer(delivery.consumerId)}>{nameOf(delivery.consumerId)}</TextLink>
          )}
          <Result delivery={delivery} />
        </span>
      ))}
      {sorted.length > shownMax && <span className="dimmed">{t('andMore', { count: sorted.length - shownMax })}</span>}
    </span>
  );
}

const rank = ({ status }: Delivery) => (status === 'delivered' ? 2 : status === 'pending' ? 1 : 0);

function Result({ delivery: { status, attempts, lastStatusCode } }: { delivery: Delivery }) {
  const { tone, label, meaning } = wordsFor('message', deliveryState({ status, attempts }));
  const answer = lastStatusCode === undefined ? (attempts > 0 ? t('noResponseShort') : '') : String(lastStatusCode);
  const parts = [
    // "Gone (410)" has the status code in its name.
    status === 'gone' ? '' : answer,
    attempts > 1 ? t('attemptsCount', { count: attempts }) : '',
  ].filter(Boolean);
  return <ToneBadge tone={tone} label={[label, ...parts].join(' · ')} title={meaning} />;
}
