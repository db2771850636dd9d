import type {
  ConnectionOptions,
  LaneConnection,
  Statement,
} from '../../../src/webhooks/lanes/store/lane-connection.ts';

/** The part of PostgreSQL that lanes use: sessions, advisory locks, and the tables `delivery` and `consumer`. */
/** `holdMs`: an ordered consumer gets nothing before this time. */
export type ModelConsumer = { isEnabled: boolean; version: number; isOrdered: boolean; holdMs?: number };
export type ModelRow = { lane: number; messageId: string; dueMs: number; attempts: number };
type Rows = Record<string, string | null>[];
type Reply = { rows: Rows } | { error: Error };
type Pending = {
  name: string;
  values: readonly unknown[];
  reply: Reply | undefined;
  resolve: (rows: never[]) => void;
  reject: (error: Error) => void;
};

export type ModelSession = {
  readonly id: number;
  readonly owner: object;
  readonly name: string;
  /** False if PostgreSQL has closed the session. */
  isAlive: boolean;
  /** True if the process has noticed, or has closed the session itself. */
  isOver: boolean;
  readonly pending: Pending[];
  readonly notifications: string[];
  readonly options: ConnectionOptions;
};

const listOf = (value: unknown) => (String(value) === '{}' ? [] : String(value).slice(1, -1).split(','));
const time = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00');

export class ModelPostgres {
  readonly sessions: ModelSession[] = [];
  readonly rows = new Map<string, ModelRow>();
  readonly consumers = new Map<number, ModelConsumer>();
  /** How often each session has locked a lane. PostgreSQL counts repeated locks of one session. */
  readonly locks = new Map<number, { session: ModelSession; count: number }>();
  onEnded: (messageId: string, how: 'delivered' | 'cleared') => void = () => {};
  #ids = 0;

  connect(owner: object, options: ConnectionOptions): LaneConnection {
    const session: ModelSession = {
      id: ++this.#ids,
      owner,
      name: options.name,
      isAlive: true,
      isOver: false,
      pending: [],
      notifications: [],
      options,
    };
    this.sessions.push(session);
    return {
      pid: String(session.id),
      query: (statement: Statement, values: readonly unknown[] = []) =>
        new Promise((resolve, reject) => {
          if (session.isOver) reject(new Error('the connection is lost'));
          else session.pending.push({ name: statement.name, values, reply: undefined, resolve, reject });
        }),
      end: async () => {
        session.isOver = true;
        this.close(session);
        for (const one of session.pending.splice(0)) one.reject(new Error('the connection was closed'));
      },
    };
  }

  /** PostgreSQL ends the session: its locks are released. The process may not know yet. */
  close(session: ModelSession): void {
    session.isAlive = false;
    for (const [lane, lock] of this.locks) if (lock.session === session) this.locks.delete(lane);
  }

  notify(lane: number): void {
    for (const session of this.sessions)
      if (session.isAlive && !session.isOver && session.options.onNotification)
        session.notifications.push(String(lane));
  }

  /** Runs the first statement of a session that has not run yet. `refused`: PostgreSQL reports an error instead. */
  execute(session: ModelSession, { refused, nowMs }: { refused: boolean; nowMs: number }): void {
    const next = session.pending.find(({ reply }) => reply === undefined);
    if (!next) throw new Error('no statement to run');
    if (refused) next.reply = { error: Object.assign(new Error('canceled'), { code: '57014' }) };
    else next.reply = { rows: this.#run(session, next.name, next.values, nowMs) };
  }

  #run(session: ModelSession, name: string, values: readonly unknown[], nowMs: number): Rows {
    const [first] = values;
    switch (name) {
      case 'lane_lock':
        return numbers(first)
          .filter((lane) => this.#lock(session, lane))
          .map(asLane);
      case 'lane_unlock':
        for (const lane of numbers(first)) this.#unlock(session, lane);
        return [];
      case 'lane_notify':
        for (const lane of String(values[1]).split(',').map(Number)) if (Number.isInteger(lane)) this.notify(lane);
        return [];
      case 'lane_look':
        return numbers(first)
          .filter((lane) => !this.#isHeld(lane, nowMs) && this.#dueOf(lane, nowMs).length > 0)
          .map(asLane);
      case 'lane_claim':
        return this.#claim(values, nowMs);
      case 'outcome_delivered':
      case 'outcome_delivered_again':
        for (const id of listOf(values[2])) this.#end(id, 'delivered');
        return [];
      case 'outcome_failed':
        this.#fail(values);
        return [];
      case 'lane_cancel':
      case 'lane_remove':
        return [
          { count: String(this.#clear(Number(first), { held: listOf(values[1]), isRemoval: name === 'lane_remove' })) },
        ];
      case 'sweep_retries':
        return [...this.#lanesDue(nowMs).map((lane) => ({ lane: String(lane), pid: null })), ...this.#pids()];
      case 'sweep_overdue':
        return this.#lanesDue(nowMs).map((lane) => ({ lane: String(lane), due_ms: '0' }));
      case 'sweep_owned':
        return [...this.locks.keys()].map(asLane);
      case 'outcome_recovered':
        for (const id of listOf(values[1])) delete this.consumers.get(Number(id.slice(1)))?.holdMs;
        return [];
      case 'consumers_failing':
      case 'lanes_seen':
        return [];
      default:
        throw new Error(`the model does not know the statement ${name}`);
    }
  }

  #lock(session: ModelSession, lane: number): boolean {
    const lock = this.locks.get(lane);
    if (lock && lock.session !== session) return false;
    this.locks.set(lane, { session, count: (lock?.count ?? 0) + 1 });
    return true;
  }

  #unlock(session: ModelSession, lane: number): void {
    const lock = this.locks.get(lane);
    if (lock?.session !== session) throw new Error(`lane ${lane} is unlocked by a session that does not hold it`);
    if (--lock.count === 0) this.locks.delete(lane);
  }

  #dueOf(lane: number, nowMs: number): ModelRow[] {
    return [...this.rows.values()]
      .filter((row) => row.lane === lane && row.dueMs <= nowMs)
      .sort((a, b) => a.dueMs - b.dueMs || (a.messageId < b.messageId ? -1 : 1));
  }

  #isHeld(lane: number, nowMs: number): boolean {
    return (this.consumers.get(lane)?.holdMs ?? 0) > nowMs;
  }

  #lanesDue(nowMs: number): number[] {
    const due = [...this.rows.values()].filter(({ lane, dueMs }) => dueMs <= nowMs && !this.#isHeld(lane, nowMs));
    return [...new Set(due.map(({ lane }) => lane))];
  }

  #pids(): { lane: null; pid: string }[] {
    const alive = this.sessions.filter((session) => session.isAlive && session.options.onNotification);
    return alive.map(({ id }) => ({ lane: null, pid: String(id) }));
  }

  #claim(values: readonly unknown[], nowMs: number): Rows {
    const limits = listOf(values[3]);
    const held = [...String(values[4]).matchAll(/"\{([^}]*)\}"/g)].map(([, ids]) => ids?.split(',') ?? []);
    const afterAt = [...String(values[5]).matchAll(/"([^"]*)"/g)].map(([, at]) => at ?? '');
    const afterId = listOf(values[6]);
    const known = listOf(values[7]);
    return numbers(values[0]).flatMap((lane, at): Rows => {
      const consumer = this.consumers.get(lane);
      const of = { lane: String(lane), ...consumerColumns(lane, consumer, known[at] ?? '') };
      const from = afterAt[at] === '-infinity' ? undefined : { dueAt: afterAt[at] ?? '', id: afterId[at] ?? '' };
      const isAfter = (row: ModelRow) =>
        !from || time(row.dueMs) > from.dueAt || (time(row.dueMs) === from.dueAt && row.messageId > from.id);
      const found =
        consumer?.isEnabled && !this.#isHeld(lane, nowMs)
          ? this.#dueOf(lane, nowMs)
              .filter((row) => isAfter(row) && !held[at]?.includes(row.messageId))
              .slice(0, Number(limits[at]))
          : [];
      if (found.length === 0) return [{ ...of, ...noDelivery }];
      return found.map((row) => ({
        ...of,
        message_id: row.messageId,
        due_at: time(row.dueMs),
        attempts: String(row.attempts),
        first_ms: null,
        cause: 'e',
        body: row.messageId,
        trace: null,
      }));
    });
  }

  #fail(values: readonly unknown[]): void {
    const [ids, attempts, outcomes, nexts] = [values[2], values[4], values[9], values[10]].map(listOf);
    for (const [at, id] of (ids ?? []).entries()) {
      if (outcomes?.[at] !== 'f') throw new Error('the model has only failures that are retried');
      const row = this.rows.get(id);
      if (!row || row.attempts !== Number(attempts?.[at]) - 1) continue;
      row.attempts++;
      const consumer = this.consumers.get(row.lane);
      if (consumer?.isOrdered) consumer.holdMs = Number(nexts?.[at]);
      else row.dueMs = Number(nexts?.[at]);
    }
  }

  #clear(lane: number, { held, isRemoval }: { held: readonly string[]; isRemoval: boolean }): number {
    const consumer = this.consumers.get(lane);
    if (isRemoval ? consumer : !consumer || consumer.isEnabled) return 0;
    const gone = [...this.rows.values()].filter((row) => row.lane === lane && !held.includes(row.messageId));
    for (const { messageId } of gone) this.#end(messageId, 'cleared');
    return gone.length;
  }

  #end(messageId: string, how: 'delivered' | 'cleared'): void {
    if (this.rows.delete(messageId)) this.onEnded(messageId, how);
  }
}

const numbers = (value: unknown) => listOf(value).map(Number);
const asLane = (lane: number) => ({ lane: String(lane) });
const noDelivery = {
  message_id: null,
  due_at: null,
  attempts: null,
  first_ms: null,
  cause: null,
  body: null,
  trace: null,
};

function consumerColumns(lane: number, consumer: ModelConsumer | undefined, known: string) {
  const none = { is_enabled: null, failing_since_ms: null, hold_until_ms: null, consumer: null };
  if (!consumer) return none;
  const row = {
    account_id: 'a',
    consumer_id: `c${lane}`,
    version: consumer.version,
    name: 'model',
    url: 'http://model',
    headers: null,
    authorization_header: null,
    secret: 'whsec_AAAA',
    previous_secret: null,
    previous_secret_until: null,
    rate_limit_per_second: null,
    concurrency_max: null,
    is_ordered: consumer.isOrdered,
    is_disabled_by_410: false,
  };
  const changed = Number(known) === consumer.version ? null : JSON.stringify(row);
  return {
    ...none,
    is_enabled: consumer.isEnabled ? 't' : 'f',
    hold_until_ms: consumer.holdMs === undefined ? null : String(consumer.holdMs),
    consumer: changed,
  };
}
