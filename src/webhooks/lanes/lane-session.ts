import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { bellChannel } from './lane-bell.ts';
import { type LaneConnection, openLaneConnection } from './lane-connection.ts';

/** Two connections that live and die together: one holds the lanes and hears the bells, one records outcomes. */
export type LaneSession = {
  lanes(): LaneConnection | undefined;
  outcomes(): LaneConnection | undefined;
  /** Drops this one, if it is still the current one; another is opened. */
  drop(connection: LaneConnection, error: Error): void;
  stop(): Promise<void>;
};

type Pair = { lanes: LaneConnection; outcomes: LaneConnection };

export function keepLaneSession(
  ctx: { config: { directDatabaseUrl: string }; log: Log },
  on: { opened: () => void; lost: () => void; bell: (lanes: number[]) => void },
): LaneSession {
  const { directDatabaseUrl: url } = ctx.config;
  let pair: Pair | undefined;
  let isStopping = false;

  function lose(error: Error): void {
    if (!pair) return;
    const { lanes, outcomes } = pair;
    pair = undefined;
    ctx.log.warn({ err: error }, 'the connection that holds lanes of deliveries was lost; another is opened');
    void Promise.allSettled([lanes.end(), outcomes.end()]);
    on.lost();
    void connect();
  }

  async function open(): Promise<Pair> {
    let isLost = false;
    const onLost = (error: Error) => {
      isLost = true;
      lose(error);
    };
    const outcomes = await openLaneConnection({ url, name: 'daybook outcomes', onLost });
    try {
      const run = (payload: string) => on.bell(payload.split(',').map(Number).filter(Number.isInteger));
      const onNotification = { channel: bellChannel, run };
      const lanes = await openLaneConnection({ url, name: 'daybook lanes', onLost, onNotification });
      if (isLost) {
        await lanes.end();
        throw new Error('the connection was lost while it was opened');
      }
      return { lanes, outcomes };
    } catch (error) {
      await outcomes.end();
      throw error;
    }
  }

  async function connect(): Promise<void> {
    for (let waitMs = 100; !isStopping; waitMs = Math.min(2 * waitMs, 1000)) {
      try {
        const opened = await open();
        if (isStopping) {
          await Promise.all([opened.lanes.end(), opened.outcomes.end()]);
          return;
        }
        pair = opened;
        on.opened();
        return;
      } catch (error) {
        ctx.log.warn({ err: error }, 'no connection for lanes of deliveries; it is tried again in a moment');
        await sleep(waitMs);
      }
    }
  }

  const connecting = connect();
  return {
    lanes: () => pair?.lanes,
    outcomes: () => pair?.outcomes,
    drop(connection, error) {
      if (pair?.lanes === connection || pair?.outcomes === connection) lose(error);
    },
    async stop() {
      isStopping = true;
      await connecting;
      const last = pair;
      pair = undefined;
      // The locks go with the session.
      if (last) await Promise.allSettled([last.lanes.end(), last.outcomes.end()]);
    },
  };
}
