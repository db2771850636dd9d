/**
 * Limits the number of requests per time window, for one company or for all companies together. By default there is no
 * limit.
 */
export type RateLimits = {
  /** Sets a limit. If `requests` is 0, removes the limit. */
  set(limit: { company?: string; requests: number; perMs: number }): void;
  clear(): void;
  /** Counts a request. Returns 0, or the milliseconds to wait if the limit is exceeded. */
  take(company: string, nowMs: number): number;
};

type Window = { requests: number; perMs: number; startMs: number; used: number };

const everybody = '';

export function openRateLimits(): RateLimits {
  const windows = new Map<string, Window>();
  return {
    set({ company = everybody, requests, perMs }) {
      if (requests === 0) windows.delete(company);
      else windows.set(company, { requests, perMs, startMs: Number.NEGATIVE_INFINITY, used: 0 });
    },
    clear: () => windows.clear(),
    take(company, nowMs) {
      const found = [windows.get(company), windows.get(everybody)].filter((window) => window !== undefined);
      let waitMs = 0;
      for (const window of found) {
        if (nowMs >= window.startMs + window.perMs) Object.assign(window, { startMs: nowMs, used: 0 });
        if (window.used >= window.requests) waitMs = Math.max(waitMs, window.startMs + window.perMs - nowMs);
      }
      if (waitMs === 0) for (const window of found) window.used++;
      return waitMs;
    },
  };
}
