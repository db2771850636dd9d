import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atExit } from '../at-exit.ts';
import type { LoadOptions, Window } from './send-load.ts';

/** A load that is sent by another process. */
export type Load = {
  /** Starts a new window and returns what the last one has measured. */
  cut(): Promise<Window>;
  /** Waits for the last responses. Returns how many companies were acknowledged as created. */
  stop(): Promise<{ created: number }>;
};

type Reported = { window: Window; created: number };

export function startLoad(options: LoadOptions): Load {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), [JSON.stringify(options)], { execArgv: [] });
  const forget = atExit(() => void child.kill('SIGKILL'));
  const ask = async (order: 'cut' | 'stop'): Promise<Reported> => {
    const answer = once(child, 'message');
    child.send(order);
    const [reported] = (await answer) as [Reported];
    return reported;
  };
  return {
    cut: async () => (await ask('cut')).window,
    async stop() {
      const { created } = await ask('stop');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      forget();
      return { created };
    },
  };
}
