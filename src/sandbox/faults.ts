import { mix } from './books/random.ts';

/** Misbehaviour that a script orders. Each order matches requests, lets some pass, and ends after so many. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'hang' }
  | { kind: 'truncate' }
  | { kind: 'garbage' }
  | { kind: 'reorder' }
  | { kind: 'vanish'; share: number }
  /** The connection is cut before anything is done. */
  | { kind: 'cut' }
  /** It is done, and then answered with the status; without one, the connection is cut. */
  | { kind: 'lost'; status?: number }
  /** It is done at once, and answered so much later. */
  | { kind: 'late'; ms: number }
  /** A write is answered 202 and told by a ticket, after so many looks in vain and not before so many milliseconds. */
  | { kind: 'accept'; looks?: number; ms?: number }
  /** A write is answered as if it had been done. */
  | { kind: 'forget' }
  /** What is kept and answered is not what was sent: in the body each text is replaced by another. */
  | { kind: 'adjust'; replace: readonly (readonly [string, string])[] };

export type FaultMatch = { company?: string; type?: string; path?: string; method?: string };

/**
 * `skip`: matching requests that pass first. `times`: requests that are hit; without it, all. `share`: the part of the
 * others that is hit, chosen by `seed` and by how many there were before.
 */
export type FaultOrder = {
  match?: FaultMatch;
  fault: Fault;
  skip?: number;
  times?: number;
  share?: number;
  seed?: number;
};

/** What happens to one request. */
export type Misbehaviour = {
  slowMs: number;
  vanishShare: number;
  isReordered: boolean;
  /** Instead of the answer, or what is done to it. */
  ending?: Extract<Fault, { kind: 'status' | 'hang' | 'truncate' | 'garbage' | 'cut' | 'lost' }>;
  lateMs: number;
  /** What a write does instead. */
  instead?: Extract<Fault, { kind: 'accept' | 'forget' }>;
  adjust?: Extract<Fault, { kind: 'adjust' }>;
};

export type FaultedRequest = { company: string; type: string; path: string; method: string };

export type Faults = {
  order(order: FaultOrder): void;
  clear(): void;
  list(): readonly (FaultOrder & { hits: number })[];
  /** Counts the request against the orders that match it. */
  take(request: FaultedRequest): Misbehaviour;
};

export function openFaults(): Faults {
  let orders: (FaultOrder & { seen: number; hits: number })[] = [];
  return {
    order: (order) => void orders.push({ ...order, seen: 0, hits: 0 }),
    clear: () => {
      orders = [];
    },
    list: () => orders,
    take(request) {
      const result: Misbehaviour = { slowMs: 0, lateMs: 0, vanishShare: 0, isReordered: false };
      for (const order of orders) {
        if (!matches(order.match ?? {}, request) || (isForWrites(order.fault) && !isWrite(request))) continue;
        if (order.seen++ < (order.skip ?? 0)) continue;
        if (order.hits >= (order.times ?? Number.POSITIVE_INFINITY)) continue;
        if (!isChosen(order)) continue;
        order.hits++;
        apply(order.fault, result);
      }
      return result;
    },
  };
}

function isForWrites({ kind }: Fault): boolean {
  return kind === 'accept' || kind === 'forget' || kind === 'adjust';
}

function isWrite({ method, type }: FaultedRequest): boolean {
  return method !== 'GET' && type !== 'token';
}

function isChosen({ share = 1, seed = 0, seen }: FaultOrder & { seen: number }): boolean {
  return mix(seed, seen) < share * 0x1_0000_0000;
}

function matches(match: FaultMatch, request: FaultedRequest): boolean {
  return (
    (match.company === undefined || match.company === request.company) &&
    (match.method === undefined || match.method === request.method) &&
    (match.type === undefined || match.type === request.type) &&
    (match.path === undefined || request.path.startsWith(match.path))
  );
}

function apply(fault: Fault, result: Misbehaviour): void {
  if (fault.kind === 'slow') result.slowMs += fault.ms;
  else if (fault.kind === 'vanish') result.vanishShare = Math.max(result.vanishShare, fault.share);
  else if (fault.kind === 'reorder') result.isReordered = true;
  else if (fault.kind === 'late') result.lateMs += fault.ms;
  else if (fault.kind === 'accept' || fault.kind === 'forget') result.instead ??= fault;
  else if (fault.kind === 'adjust') result.adjust ??= fault;
  else result.ending ??= fault;
}
