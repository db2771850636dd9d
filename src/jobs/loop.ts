import type { Log } from '../log.ts';

/** Something that a worker process does every moment: not a job, which could be a minute late. */
export type Loop = { stop(): Promise<void> };

export function startLoop(
  ctx: { log: Log },
  options: { name: string; everyMs: number; isPaused: () => boolean },
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
      ctx.log.error({ err: error, loop: options.name }, 'a loop met an error; it tries again in a moment');
    }
    if (!isStopping) schedule();
  }
  function schedule(): void {
    // Spread a little, so that processes which start together do not always look together.
    const waitMs = options.everyMs * (0.75 + Math.random() / 2);
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
