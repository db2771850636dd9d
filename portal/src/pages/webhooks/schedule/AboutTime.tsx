import { t } from '../../../messages/webhooks.ts';
import { momentText } from '../../../ui/date-words.ts';
import { exactTime } from '../../../ui/time-words.ts';

type Upcoming = { earliest: string; latest?: string };

/** The time of an attempt to come: exact if it is fixed, otherwise "about", with the limits in the tooltip. */
export function AboutTime({ attempt: { earliest, latest } }: { attempt: Upcoming }) {
  if (earliest === latest) return <time dateTime={earliest}>{exactTime(earliest)}</time>;
  const limits =
    latest === undefined
      ? t('notBefore', { time: exactTime(earliest) })
      : t('between', { earliest: exactTime(earliest), latest: exactTime(latest) });
  return (
    <time dateTime={earliest} title={limits}>
      {t('about', { time: momentText(earliest) })}
    </time>
  );
}
