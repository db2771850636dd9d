import { setTimeout as sleep } from 'node:timers/promises';
import { note, Recorded, type Seen } from './upgrade/client.ts';

/** Kinds of traffic that go on until `stop`, each with its own pause. */
export type Doing = {
  repeat(pauseMs: number, work: () => Promise<unknown>): void;
  stop(): Promise<void>;
};

/** An error that the client has not recorded itself is a problem of its own. */
export function keepDoing(seen: Seen): Doing {
  let isEnding = false;
  const running: Promise<void>[] = [];
  async function go(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!isEnding) {
      await work().catch((error: Error) => {
        if (!(error instanceof Recorded)) note(seen, 'unexpected', String(error).slice(0, 300));
      });
      await sleep(pauseMs);
    }
  }
  return {
    repeat(pauseMs, work) {
      running.push(go(pauseMs, work));
    },
    async stop() {
      isEnding = true;
      await Promise.all(running);
    },
  };
}
