import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../base/log.ts';
import { joined, wakeChannel } from '../lane-wakeups.ts';
import { type LaneConnection, lanesSession, type OpenConnection } from './lane-connection.ts';

/**
 * Three connections that are opened and closed together. The first holds the lanes' locks and receives notifications,
 * the second records outcomes, and the third runs sweeps. Sweeps have their own connection because a sweep can take
 * seconds: while a large transaction inserts deliveries, the sweep has to skip all these rows, which it cannot see yet.
 */
export type LaneSession = {
  lanes(): LaneConnection | undefined;
  outcomes(): LaneConnection | undefined;
  sweeps(): LaneConnection | undefined;
  /** If the given connection is still one of the three, closes all three and opens new ones. */
  drop(connection: LaneConnection, error: Error): void;
  stop(): Promise<void>;
};

type Trio = { lanes: LaneConnection; outcomes: LaneConnection; sweeps: LaneConnection };

const endAll = (trio: Trio) => Promise.allSettled(Object.values(trio).map((one) => one.end()));

export function keepLaneSession(
  ctx: { config: { directDatabaseUrl: string }; log: Log },
  on: {
    openConnection: OpenConnection;
    opened: () => void;
    lost: () => void;
    wakeups: (lanes: number[]) => void;
    /** Called when a worker has joined, which may be this one. */
    joined: () => void;
  },
): LaneSession {
  const { directDatabaseUrl: url } = ctx.config;
  let trio: Trio | undefined;
  let isStopping = false;

  function lose(error: Error): void {
    if (!trio) return;
    const lost = trio;
    trio = undefined;
    ctx.log.warn({ err: error }, 'the connection that holds the delivery lanes was lost; reconnecting');
    void endAll(lost);
    on.lost();
    void connect();
  }

  async function open(): Promise<Trio> {
    let isLost = false;
    const onLost = (error: Error) => {
      isLost = true;
      lose(error);
    };
    const run = (payload: string) =>
      payload === joined ? on.joined() : on.wakeups(payload.split(',').map(Number).filter(Number.isInteger));
    const onNotification = { channel: wakeChannel, run };
    const opening = [
      on.openConnection({ url, name: lanesSession, onLost, onNotification }),
      on.openConnection({ url, name: 'daybook outcomes', onLost }),
      on.openConnection({ url, name: 'daybook sweeps', onLost }),
    ] as const;
    try {
      const [lanes, outcomes, sweeps] = await Promise.all(opening);
      if (isLost) throw new Error('the connection was lost while it was being opened');
      return { lanes, outcomes, sweeps };
    } catch (error) {
      for (const one of await Promise.allSettled(opening)) if (one.status === 'fulfilled') await one.value.end();
      throw error;
    }
  }

  async function connect(): Promise<void> {
    for (let waitMs = 100; !isStopping; waitMs = Math.min(2 * waitMs, 1000)) {
      try {
        const opened = await open();
        if (isStopping) {
          await endAll(opened);
          return;
        }
        trio = opened;
        on.opened();
        return;
      } catch (error) {
        ctx.log.warn({ err: error }, 'could not open the connection for delivery lanes; retrying in a moment');
        await sleep(waitMs);
      }
    }
  }

  const connecting = connect();
  return {
    lanes: () => trio?.lanes,
    outcomes: () => trio?.outcomes,
    sweeps: () => trio?.sweeps,
    drop(connection, error) {
      if (trio && Object.values(trio).includes(connection)) lose(error);
    },
    async stop() {
      isStopping = true;
      await connecting;
      const last = trio;
      trio = undefined;
      // Closing the connections releases the locks.
      if (last) await endAll(last);
    },
  };
}
