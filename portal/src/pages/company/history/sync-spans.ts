import type { Tone } from '../../../ui/state-words.ts';
import { wordsFor } from '../../../ui/state-words.ts';

/** A sync as parts of a time axis: what it did from when to when. */
export type Span = { fromMs: number; toMs: number; tone: Tone; state: string; message: string };
export type SyncTimes = {
  status: string;
  requested: string;
  started?: string;
  completed?: string;
  timeline: { at: string; state: string; message: string; until?: string }[];
};

const running = ['Fetching', 'Publishing'];

/**
 * The spans of a sync, from its request to its end or to now. What ran has the tone of the result, once there is one.
 * Consecutive entries of the same tone become one span, which keeps the newest message.
 */
export function spansOf(sync: SyncTimes, nowMs: number): Span[] {
  const endMs = sync.completed ? Date.parse(sync.completed) : nowMs;
  const result = sync.completed ? wordsFor('sync', sync.status).tone : undefined;
  const first = { at: sync.requested, state: 'Queued', message: '' };
  const entries = [first, ...sync.timeline].filter(({ at }) => Date.parse(at) <= endMs);
  const spans: Span[] = [];
  entries.forEach(({ at, state, message }, place) => {
    const fromMs = Date.parse(at);
    const toMs = Math.max(fromMs, Math.min(endMs, Date.parse(entries[place + 1]?.at ?? '') || endMs));
    if (toMs === fromMs) return;
    const tone = toneOf(state, result);
    const last = spans.at(-1);
    if (last?.tone === tone) Object.assign(last, { toMs, state, message: message || last.message });
    else spans.push({ fromMs, toMs, tone, state, message });
  });
  return spans;
}

function toneOf(state: string, result: Tone | undefined): Tone {
  if (state === 'Waiting') return 'wait';
  if (state === 'Queued') return 'idle';
  return running.includes(state) ? (result ?? 'busy') : wordsFor('sync', state).tone;
}

/** The time axis of several syncs: from the first request to the last end, at least 10 s. */
export function axisOf(syncs: readonly SyncTimes[], nowMs: number): { fromMs: number; toMs: number } {
  const fromMs = Math.min(nowMs, ...syncs.map(({ requested }) => Date.parse(requested)));
  const toMs = Math.max(fromMs + 10_000, ...syncs.map(({ completed }) => (completed ? Date.parse(completed) : nowMs)));
  return { fromMs, toMs };
}

export const percentOf = (ms: number, { fromMs, toMs }: { fromMs: number; toMs: number }) =>
  (100 * (ms - fromMs)) / (toMs - fromMs);
