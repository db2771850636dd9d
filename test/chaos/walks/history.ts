/**
 * The expected results: every committed state of every company, with the transaction that wrote it. A snapshot of
 * PostgreSQL tells which transactions it sees; it shows the newest of their states. Nothing here uses the program's own
 * bookkeeping (made_by, past versions, counters).
 */
export type State = { name: string; region: string; lastSync: string | null } | 'deleted';

type Entry = { xid: bigint; state: State };
export type Snapshot = { xmin: bigint; xmax: bigint; running: Set<bigint> };

export class History {
  readonly #companies = new Map<string, Entry[]>();
  readonly #busy = new Set<string>();
  readonly #alive: string[] = [];

  /** Adds a state that is older than every snapshot. */
  seed(companyId: string, state: State): void {
    this.add(companyId, { xid: 0n, state });
  }

  /** Call it after the commit. Changes of one company must not overlap. */
  add(companyId: string, entry: Entry): void {
    const known = this.#companies.get(companyId);
    if (known) known.push(entry);
    else {
      this.#companies.set(companyId, [entry]);
      this.#alive.push(companyId);
    }
  }

  stateOf(companyId: string): State | undefined {
    return this.#companies.get(companyId)?.at(-1)?.state;
  }

  /** Reserves a live company that is not being changed; `release` frees it. */
  take(): string {
    for (;;) {
      const at = Math.floor(Math.random() * this.#alive.length);
      const companyId = this.#alive[at] ?? '';
      if (this.stateOf(companyId) === 'deleted') {
        this.#alive[at] = this.#alive.at(-1) ?? '';
        this.#alive.pop();
      } else if (!this.#busy.has(companyId)) {
        this.#busy.add(companyId);
        return companyId;
      }
    }
  }

  release(companyId: string): void {
    this.#busy.delete(companyId);
  }

  /** The companies that the snapshot sees, in no particular order. */
  *in(snapshot: Snapshot): Generator<{ companyId: string; state: Exclude<State, 'deleted'> }> {
    for (const [companyId, entries] of this.#companies) {
      const state = entries.findLast((entry) => sees(snapshot, entry.xid))?.state;
      if (state !== undefined && state !== 'deleted') yield { companyId, state };
    }
  }
}

function sees({ xmin, xmax, running }: Snapshot, xid: bigint): boolean {
  return xid < xmin || (xid < xmax && !running.has(xid));
}

/** Decodes the cursor of a link: [[era, xmin, width, distances…], …], signed, in base64url. */
export function snapshotOf(link: string): Snapshot {
  const cursor = new URL(link).searchParams.get('cursor') ?? '';
  const [pin] = JSON.parse(Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString());
  const [, xmin, width, ...distances] = (pin as number[]).map(BigInt) as [bigint, bigint, bigint, ...bigint[]];
  const running = new Set<bigint>();
  let id = xmin;
  for (const distance of distances) {
    id += distance;
    running.add(id);
  }
  return { xmin, xmax: xmin + width, running };
}
