import type { Clock } from '../base/clock.ts';
import { minuteMs } from '../base/durations.ts';

/** Figures of large data sets are kept for this long. Whether the company may be read is still checked each time. */
const keptMs = 10 * minuteMs;
const entriesMax = 200;

/**
 * Keeps figures that were costly to compute. The key names the published states, so that an entry never becomes wrong:
 * after a publication there is another key.
 */
export function createKeptFigures(ctx: { clock: Clock }) {
  const entries = new Map<string, { figures: unknown; untilMs: number }>();
  return async <Figures>(key: string, compute: () => Promise<Figures>): Promise<Figures> => {
    const nowMs = ctx.clock.nowMs();
    for (const [old, { untilMs }] of entries) if (untilMs <= nowMs) entries.delete(old);
    const known = entries.get(key);
    if (known) return known.figures as Figures;
    const figures = await compute();
    const [oldest] = entries.keys();
    if (entries.size >= entriesMax && oldest !== undefined) entries.delete(oldest);
    entries.set(key, { figures, untilMs: nowMs + keptMs });
    return figures;
  };
}

export type KeptFigures = ReturnType<typeof createKeptFigures>;
