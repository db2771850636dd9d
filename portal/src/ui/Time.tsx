import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './time-words.ts';

/** One clock for all times on the page, so that they update together. */
let nowMs = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}, 10_000);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows a time as "5 minutes ago" or "in 2 hours". The tooltip shows the exact time with the time zone. */
export function Time({ at, exact = false }: { at: string | undefined; exact?: boolean }) {
  useSyncExternalStore(subscribe, () => nowMs);
  if (!at) return <span className="dimmed">–</span>;
  const precise = exactTime(at);
  return (
    <time dateTime={at} title={precise} className="time">
      {exact ? precise : relativeTime(at, Date.now())}
    </time>
  );
}
