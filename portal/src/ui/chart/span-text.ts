import { t } from '../../messages/ui.ts';
import { formatTime, toLocal } from '../zone/time-zone.ts';

type Spans = { stepMs: number; spanMs: number };

const hourMs = 3_600_000;
const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** Text below the axis: times of the day for up to two days, then dates. */
export function axisLabel(at: string, { stepMs, spanMs }: Spans): string {
  return formatTime(at, spanMs <= 48 * hourMs && stepMs < 12 * hourMs ? clock : date);
}

/** Only full hours get a label, or the first bar of a day. If there are none, all bars may get one. */
export function roundPlaces(points: readonly { at: string }[], { stepMs, spanMs }: Spans): number[] {
  const all = points.map((_, place) => place);
  if (stepMs >= 24 * hourMs) return all;
  const isRound = (at: string) =>
    spanMs <= 48 * hourMs ? toLocal(at).endsWith(':00') : Number(toLocal(at).slice(11, 13)) * hourMs < stepMs;
  const round = all.filter((place) => isRound(points[place]?.at ?? ''));
  return round.length < 2 ? all : round;
}

/** The span of a bar, for the tooltip and the table: "17 Nov, 22:00 – 22:15". */
export function spanText(at: string, stepMs: number): string {
  if (stepMs >= 24 * hourMs) return formatTime(at, { weekday: 'short', ...date });
  const end = Date.parse(at) + stepMs;
  return t('fromTo', { since: formatTime(at, { weekday: 'short', ...date, ...clock }), until: formatTime(end, clock) });
}
