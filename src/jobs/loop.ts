import type { Log } from '../base/log.ts';

/**
 * Work that a worker process repeats every few seconds. It is not a scheduled job, because such a job could start up to
 * a minute late.
 */
export type Loop = { stop(): Promise<void> };

export function startLoop(
  ctx: { log: Log },
  options: { name: string; everyMs: number | (() => number); isPaused: () => boolean },
  run: (isOver: () => boolean) => Promise<void>,
): Loop {
  let isStopping = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const isOver = () => isStopping || options.isPaused();

  async function tick(): Promise<void> {
    try {
      if (!isOver()) await run(isOver);
    } catch (error) {
      ctx.log.error({ err: error, loop: options.name }, 'loop failed; it will run again in a moment');
    }
    if (!isStopping) schedule();
  }
  function schedule(): void {
    // Add jitter, so that processes that start together do not always run together.
    const { everyMs } = options;
    const waitMs = (typeof everyMs === 'function' ? everyMs() : everyMs) * (0.75 + Math.random() / 2);
    timer = setTimeout(() => {
      running = tick();
    }, waitMs);
  }

  schedule();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
