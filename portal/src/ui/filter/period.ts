import { t } from '../../messages/ui.ts';
import { formatTime } from '../zone/time-zone.ts';

/** A period as the URL has it: the last hours, or two times. Without any of them, the list shows all times. */
export type Period = { hours?: string | undefined; since?: string | undefined; until?: string | undefined };

export const presets = [
  { hours: '1', label: t('lastHour') },
  { hours: '24', label: t('last24Hours') },
  { hours: '168', label: t('last7Days') },
  { hours: '720', label: t('last30Days') },
];

/**
 * The times of a period. The start of "the last hours" is rounded down to a full minute, so that the request stays the
 * same for up to a minute and can be cached.
 */
export function timesOf({ hours, since, until }: Period, nowMs: number): { since?: string; until?: string } {
  if (since || until) return { ...(since && { since }), ...(until && { until }) };
  if (!hours) return {};
  const ms = nowMs - Number(hours) * 3_600_000;
  return Number.isFinite(ms) ? { since: new Date(ms - (ms % 60_000)).toISOString() } : {};
}

/** The filter of a list for a period: `created>=… && created<…`. */
export function periodFilter(field: string, period: Period, nowMs: number): string[] {
  const { since, until } = timesOf(period, nowMs);
  return [...(since ? [`${field}>=${since}`] : []), ...(until ? [`${field}<${until}`] : [])];
}

export function periodLabel({ hours, since, until }: Period): string {
  if (since && until) return t('fromTo', { since: shortTime(since), until: shortTime(until) });
  if (since) return t('fromOn', { since: shortTime(since) });
  if (until) return t('upTo', { until: shortTime(until) });
  return presets.find((preset) => preset.hours === hours)?.label ?? t('anyTime');
}

const shortTime = (at: string) =>
  formatTime(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
