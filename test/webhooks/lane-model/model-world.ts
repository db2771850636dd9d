import assert, { AssertionError } from 'node:assert/strict';
import { noTracing } from '../../../src/base/tracing.ts';
import { isOwned } from '../../../src/webhooks/lanes/lane.ts';
import { type LanesContext, startLanes } from '../../../src/webhooks/lanes/start-lanes.ts';
import { describeState } from './describe-state.ts';
import { ModelPostgres, type ModelSession } from './model-postgres.ts';
import { type Flight, type ModelProcess, ModelSends } from './model-sends.ts';
import { VirtualTime } from './virtual-time.ts';

/**
 * Worker processes with the real code of lanes and sending, on a model of PostgreSQL, consumers and time. Whatever can
 * happen next is a choice: a statement runs, its reply arrives, a timer fires, a consumer responds, something breaks.
 */
export type Choice = { label: string; run: () => void };

/** How often something may happen in one run. `lanes`: number of consumers, each with its own lane. */
export type Budget = {
  processes: number;
  lanes: number;
  /** 1 if the consumers get their messages in order, otherwise 0. */
  ordered: number;
  emits: number;
  failures: number;
  timeouts: number;
  refusals: number;
  ticks: number;
  cuts: number;
  kills: number;
  stops: number;
  disables: number;
  deletes: number;
};

const startMs = Date.UTC(2026, 0, 1);

export class ModelWorld {
  readonly time = new VirtualTime();
  readonly postgres = new ModelPostgres();
  readonly processes: ModelProcess[] = [];
  readonly left: Budget;
  /** Whether something happened after which only a sweep finds a due delivery. */
  needsSweep = false;
  readonly sends = new ModelSends();
  #nowMs = startMs;
  #emitted = 0;

  constructor(budget: Budget) {
    this.left = { ...budget };
  }

  async start(): Promise<void> {
    this.time.install();
    this.postgres.onEnded = (id, how) => this.sends.checkEnded(id, how);
    for (let lane = 1; lane <= this.left.lanes; lane++)
      this.postgres.consumers.set(lane, { isEnabled: true, version: 1, isOrdered: this.left.ordered === 1 });
    for (let at = 0; at < this.left.processes; at++) await this.#startProcess(`p${at}`);
  }

  stop(): void {
    this.time.uninstall();
  }

  async take(choice: Choice): Promise<void> {
    choice.run();
    await this.time.drain();
    this.check();
  }

  /** Everything that can happen next. Progress comes first, what breaks something last. */
  choices(): Choice[] {
    return [...this.progress(), ...this.#faults()];
  }

  /** What happens if nothing changes and nothing breaks. */
  progress(): Choice[] {
    return [...this.#replies(), ...this.#answers(), ...this.#timers()];
  }

  /** Lets time pass and everything run in a fair order until nothing is left to do. */
  async finish({ isSwept }: { isSwept: boolean }): Promise<void> {
    if (this.processes.every(({ isDead, isStopping }) => isDead || isStopping)) await this.#startProcess('last');
    for (let round = 0; round < 30; round++) {
      for (let steps = 0; ; steps++) {
        assert.ok(steps < 3000, 'the machine does not come to rest');
        const [next] = this.progress();
        if (!next) break;
        await this.take(next);
      }
      if (this.#isDone()) return;
      if (!isSwept) break;
      this.#nowMs += 60_000;
      for (const timer of [...this.time.timers])
        if (this.time.timers.has(timer)) await this.take({ label: 'timer', run: () => this.#fire(timer) });
    }
    assert.ok(this.#isDone(), `forgotten: ${JSON.stringify([...this.postgres.rows.values()])} ${this.state()}`);
  }

  /** At most one owner, and each process knows its locks. */
  check(): void {
    if (this.sends.broken) throw this.sends.broken;
    for (const process of this.processes) {
      const session = this.#lanesSession(process);
      if (!session?.isAlive || process.isStopping) continue;
      for (let lane = 1; lane <= this.left.lanes; lane++) {
        const known = [...process.lanes.all()].find(({ number }) => number === lane);
        const lock = this.postgres.locks.get(lane);
        const count: number = lock?.session === session ? lock.count : 0;
        if (known?.phase === 'locking' || known?.phase === 'releasing') continue;
        assert.equal(count, known && isOwned(known) ? 1 : 0, `${process.name} locks lane ${lane}, ${known?.phase}`);
      }
    }
  }

  state(): string {
    return describeState(this, this.left);
  }

  #lanesSession(process: ModelProcess): ModelSession | undefined {
    return this.postgres.sessions.find(
      ({ owner, options, isOver }) => owner === process && options.onNotification && !isOver,
    );
  }

  #isDone(): boolean {
    const isIdle = ({ isDead, isStopped, isStopping, lanes }: ModelProcess) =>
      isDead || isStopped || isStopping || [...lanes.all()].length === 0;
    return this.postgres.rows.size === 0 && this.processes.every(isIdle);
  }

  async #startProcess(name: string): Promise<void> {
    const process: ModelProcess = {
      name,
      lanes: undefined as never,
      flights: [],
      isDead: false,
      isStopping: false,
      isStopped: false,
    };
    this.time.owner = process;
    process.lanes = startLanes(this.#contextOf(process), {
      isPaused: () => false,
      jitter: () => 0,
      openConnection: async (options) => this.postgres.connect(process, options),
    });
    this.processes.push(process);
    await this.time.drain();
    // The first sweep.
    for (let next = this.#replies()[0]; next; next = this.#replies()[0]) await this.take(next);
  }

  #contextOf(process: ModelProcess): LanesContext {
    const note = (of: { err?: Error }) => {
      if (of.err instanceof AssertionError) this.sends.broken ??= of.err;
    };
    const log = { isLevelEnabled: () => false, debug() {}, info() {}, warn: note, error: note };
    return {
      clock: { nowMs: () => this.#nowMs, now: () => new Date(this.#nowMs) },
      log,
      tracing: noTracing,
      sealer: { unseal: (text: string) => text },
      config: { directDatabaseUrl: '' },
      sender: {
        send: ({ body }: { body: string }) =>
          new Promise((resolve) => {
            const isExcused = !this.#lanesSession(process)?.isAlive;
            const mustFollow = this.#earlierInOrder(body);
            const sent = this.sends.note(process, { messageId: body, isExcused, mustFollow });
            process.flights.push({ messageId: body, sent, resolve: resolve as never });
          }),
      },
    } as unknown as LanesContext;
  }

  #choice(owner: ModelProcess | undefined, label: string, run: () => void): Choice {
    return {
      label: `${owner?.name ?? ''} ${label}`,
      run: () => {
        this.time.owner = owner;
        run();
      },
    };
  }

  #spend(name: keyof Budget, run: () => void): () => void {
    return () => {
      this.left[name]--;
      run();
    };
  }

  #replies(): Choice[] {
    return this.postgres.sessions.flatMap((session) => {
      const process = session.owner as ModelProcess;
      if (process.isDead || session.isOver) return [];
      const choices: Choice[] = [];
      const [first] = session.pending;
      if (!session.isAlive)
        choices.push(this.#choice(process, `notices that ${session.name} is lost`, () => this.#noticeLost(session)));
      else if (first && !first.reply)
        choices.push(this.#choice(process, `runs ${first.name}`, () => this.#execute(session, false)));
      if (first?.reply)
        choices.push(this.#choice(process, `gets the reply to ${first.name}`, () => this.#deliverReply(session)));
      if (session.notifications.length > 0)
        choices.push(this.#choice(process, 'is notified', () => this.#deliverNotification(session)));
      return choices;
    });
  }

  #execute(session: ModelSession, refused: boolean): void {
    this.postgres.execute(session, { refused, nowMs: this.#nowMs });
  }

  #deliverReply(session: ModelSession): void {
    const one = session.pending.shift();
    if (!one?.reply) return;
    if ('error' in one.reply) one.reject(one.reply.error);
    else one.resolve(one.reply.rows as never);
  }

  #deliverNotification(session: ModelSession): void {
    session.options.onNotification?.run(session.notifications.shift() ?? '');
  }

  /** The process closes its other sessions, too, and with them loses its locks. */
  #noticeLost(session: ModelSession): void {
    this.sends.excuse(session.owner as ModelProcess);
    session.isOver = true;
    for (const one of session.pending.splice(0)) one.reject(new Error('the connection was closed'));
    session.options.onLost(new Error('the connection was closed'));
  }

  #answers(): Choice[] {
    return this.processes.flatMap((process) =>
      process.isDead ? [] : process.flights.map((flight) => this.#answer(process, flight, 'ok')),
    );
  }

  #answer(process: ModelProcess, flight: Flight, kind: 'ok' | 'failed' | 'timeout'): Choice {
    const answer =
      kind === 'timeout'
        ? { kind: 'none', error: 'timeout' }
        : { kind: 'answer', status: kind === 'ok' ? 200 : 503, answer: '' };
    return this.#choice(process, `gets ${kind} for ${flight.messageId}`, () => {
      process.flights.splice(process.flights.indexOf(flight), 1);
      flight.sent.answer = kind;
      flight.resolve(answer as never);
    });
  }

  /** Timers that fire once. Those that repeat, and those of the sweeps, fire as `ticks` or at the end. */
  #timers(): Choice[] {
    return [...this.time.timers]
      .filter((timer) => !isRepeated(timer) && !(timer.owner as ModelProcess).isDead)
      .map((timer) => this.#choice(timer.owner as ModelProcess, `timer ${timer.name}`, () => this.#fire(timer)));
  }

  #fire(timer: Parameters<VirtualTime['fire']>[0]): void {
    this.time.owner = timer.owner;
    this.time.fire(timer);
  }

  #faults(): Choice[] {
    const alive = this.processes.filter(({ isDead, isStopping }) => !isDead && !isStopping);
    return [...this.#changes(), ...alive.flatMap((process) => this.#faultsOf(process))];
  }

  #changes(): Choice[] {
    const { left, postgres } = this;
    const choices: Choice[] = [];
    for (const [lane, consumer] of postgres.consumers) {
      if (left.emits > 0 && consumer.isEnabled)
        choices.push(
          this.#choice(
            undefined,
            `emit to ${lane}`,
            this.#spend('emits', () => this.#emit(lane)),
          ),
        );
      if (left.disables > 0 && consumer.isEnabled)
        choices.push(
          this.#choice(
            undefined,
            `disable ${lane}`,
            this.#spend('disables', () => {
              postgres.consumers.set(lane, { ...consumer, isEnabled: false, version: consumer.version + 1 });
              postgres.notify(lane);
            }),
          ),
        );
      if (left.deletes > 0)
        choices.push(
          this.#choice(
            undefined,
            `delete ${lane}`,
            this.#spend('deletes', () => {
              postgres.consumers.delete(lane);
              postgres.notify(lane);
            }),
          ),
        );
    }
    return choices;
  }

  #emit(lane: number): void {
    const messageId = `m${++this.#emitted}`;
    this.postgres.rows.set(messageId, { lane, messageId, dueMs: this.#nowMs, attempts: 0 });
    // Every second message is emitted by the process that owns the lane, if there is one.
    const isOwner = ({ isDead, lanes }: ModelProcess) => !isDead && lanes.wakeOwned(lane);
    if (this.#emitted % 2 === 1 || !this.processes.some(isOwner)) this.postgres.notify(lane);
  }

  /** Messages that are pending for the same ordered consumer and were emitted earlier. */
  #earlierInOrder(messageId: string): string[] {
    const { rows, consumers } = this.postgres;
    const lane = rows.get(messageId)?.lane ?? 0;
    if (!consumers.get(lane)?.isOrdered) return [];
    return [...rows.values()]
      .filter((row) => row.lane === lane && row.messageId < messageId)
      .map((row) => row.messageId);
  }

  #faultsOf(process: ModelProcess): Choice[] {
    const { left } = this;
    const choices: Choice[] = [];
    const add = (name: keyof Budget, label: string, run: () => void) =>
      choices.push(this.#choice(process, label, this.#spend(name, run)));
    const needSweep = (run: () => void) => () => {
      this.needsSweep = true;
      run();
    };
    for (const flight of process.flights) {
      if (left.failures > 0)
        add('failures', `fail ${flight.messageId}`, needSweep(this.#answer(process, flight, 'failed').run));
      if (left.timeouts > 0)
        add('timeouts', `time out ${flight.messageId}`, needSweep(this.#answer(process, flight, 'timeout').run));
    }
    const sessions = this.postgres.sessions.filter(
      ({ owner, isOver, isAlive }) => owner === process && !isOver && isAlive,
    );
    if (left.refusals > 0)
      for (const session of sessions)
        if (session.pending[0] && !session.pending[0].reply)
          add(
            'refusals',
            `is refused ${session.pending[0].name}`,
            needSweep(() => {
              this.sends.excuse(process);
              this.#execute(session, true);
            }),
          );
    if (left.cuts > 0)
      for (const session of sessions)
        add(
          'cuts',
          `loses ${session.name}`,
          needSweep(() => {
            this.sends.excuse(process);
            this.postgres.close(session);
          }),
        );
    if (left.kills > 0)
      add(
        'kills',
        'is killed',
        needSweep(() => this.#kill(process)),
      );
    if (left.stops > 0)
      add(
        'stops',
        'is stopped',
        needSweep(() => this.#stop(process)),
      );
    if (left.ticks > 0)
      for (const timer of this.time.timers)
        if (timer.owner === process && isRepeated(timer)) add('ticks', `tick ${timer.name}`, () => this.#fire(timer));
    return choices;
  }

  #kill(process: ModelProcess): void {
    process.isDead = true;
    this.sends.excuse(process);
    for (const session of this.postgres.sessions) if (session.owner === process) this.postgres.close(session);
    for (const timer of this.time.timers) if (timer.owner === process) this.time.timers.delete(timer);
  }

  #stop(process: ModelProcess): void {
    process.isStopping = true;
    void process.lanes.stop().then(() => {
      process.isStopped = true;
      // What is still in flight after the time for it is over counts as sent by a process that has died.
      if (process.lanes.stats().inFlight + process.lanes.stats().unrecorded > 0) this.sends.excuse(process);
    });
  }
}

/** The tick of 100 ms, and the loops of the sweeps, which are longer than all other timers. */
const isRepeated = ({ everyMs, name }: { everyMs: number | undefined; name: string }) =>
  everyMs !== undefined || Number(name.split(':')[1]) >= 500;
