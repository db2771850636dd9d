import type { ModelPostgres } from './model-postgres.ts';
import type { ModelProcess, ModelSends } from './model-sends.ts';
import type { VirtualTime } from './virtual-time.ts';

type Parts = { time: VirtualTime; postgres: ModelPostgres; processes: readonly ModelProcess[]; sends: ModelSends };

/** A text that is equal for equal states. */
export function describeState({ time, postgres, processes, sends }: Parts, left: object): string {
  const nameOf = (owner: object) => processes.find((process) => process === owner)?.name;
  const locks = [...postgres.locks].map(([lane, { session, count }]) => [
    lane,
    session.isOver,
    nameOf(session.owner),
    count,
  ]);
  return JSON.stringify([
    processes.map((process) => describeProcess(process, { time, postgres })),
    sends.state(),
    locks,
    [...postgres.rows.values()],
    [...postgres.consumers],
    left,
  ]);
}

function describeProcess(process: ModelProcess, { time, postgres }: Pick<Parts, 'time' | 'postgres'>): unknown {
  const lanes = [...process.lanes.all()].map(
    ({ consumer, queue, held, timer: _, headAt, freeAt: __, position, furthest, ...lane }) => [
      lane,
      consumer?.version,
      queue.map(({ messageId }) => messageId),
      [...held].sort(),
      position?.messageId,
      furthest?.messageId,
      time.at - headAt < 1000,
    ],
  );
  const sessions = postgres.sessions
    .filter(({ owner, isOver }) => owner === process && !isOver)
    .map(({ name, isAlive, notifications, pending }) => [
      name,
      isAlive,
      notifications,
      pending.map((one) => [one.name, one.values, one.reply]),
    ]);
  const timers = [...time.timers].filter(({ owner }) => owner === process).map(({ name }) => name);
  const flights = process.flights.map(({ messageId }) => messageId);
  return [process.isDead || process.isStopped, process.isStopping, lanes, flights, timers, sessions];
}
