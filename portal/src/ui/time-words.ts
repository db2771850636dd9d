import { locale } from '../messages/catalogue.ts';
import { t } from '../messages/ui.ts';
import { formatTime } from './zone/time-zone.ts';

const units = [
  { unit: 'second', seconds: 1, below: 59.5 },
  { unit: 'minute', seconds: 60, below: 59.5 * 60 },
  { unit: 'hour', seconds: 3600, below: 23.5 * 3600 },
  { unit: 'day', seconds: 86_400, below: 86_400 * 45 },
  { unit: 'month', seconds: 2_629_800, below: 31_557_600 },
  { unit: 'year', seconds: 31_557_600, below: Number.POSITIVE_INFINITY },
] as const;

const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });

/** Formats a time relative to now: "5 minutes ago", "in 2 hours". */
export function relativeTime(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  const size = Math.abs(seconds);
  if (size < 5) return t('now');
  const fit = units.find(({ below }) => size < below) ?? units[5];
  return words.format(Math.round(seconds / fit.seconds), fit.unit);
}

/** Whether a time is in the future. A retry time that has passed must not be shown as upcoming. */
export function isAhead(at: string | undefined, nowMs: number): at is string {
  return at !== undefined && Date.parse(at) > nowMs;
}

/** Formats a time to the second, in the chosen time zone, with the name of that zone. */
export function exactTime(at: string): string {
  return formatTime(at, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}

/** Formats a duration: "340 ms", "12 s", "3 min 20 s", "2 h 5 min". */
export function duration(ms: number): string {
  if (ms < 1000) return t('milliseconds', { ms: Math.round(ms) });
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('seconds', { seconds: ms < 10_000 ? (ms / 1000).toFixed(1) : String(seconds) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60)
    return seconds % 60 === 0 ? t('minutes', { minutes }) : t('minutesAndSeconds', { minutes, seconds: seconds % 60 });
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? t('hours', { hours }) : t('hoursAndMinutes', { hours, minutes: minutes % 60 });
}
