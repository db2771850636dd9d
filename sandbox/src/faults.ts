import { mix } from './books/random.ts';

/** A kind of misbehavior that a script can switch on. `FaultOrder` says which requests it affects. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'hang' }
  | { kind: 'truncate' }
  | { kind: 'garbage' }
  | { kind: 'reorder' }
  | { kind: 'vanish'; share: number }
  /** The connection is closed before the request is processed. */
  | { kind: 'cut' }
  /** The request is processed and then answered with the status. Without a status, the connection is closed. */
  | { kind: 'lost'; status?: number }
  /** The request is processed immediately and answered `ms` milliseconds later. */
  | { kind: 'late'; ms: number }
  /**
   * A write is answered with 202 and a ticket. The result is available only after `looks` polls of the ticket, and not
   * before `ms` milliseconds have passed.
   */
  | { kind: 'accept'; looks?: number; ms?: number }
  /** A write is answered as if it had been stored, but it is not stored. */
  | { kind: 'forget' }
  /**
   * Texts in the body are replaced, so that the record that is stored and returned differs from the record that was
   * sent.
   */
  | { kind: 'adjust'; replace: readonly (readonly [string, string])[] };

export type FaultMatch = { company?: string; type?: string; path?: string; method?: string };

/**
 * A fault, and which of the matching requests it affects. The first `skip` requests are not affected. Of the following
 * requests, the fraction `share` is affected (default: all), until `times` requests have been affected (default: no
 * maximum). `seed` and the number of requests seen so far determine which requests are affected.
 */
export type FaultOrder = {
  match?: FaultMatch;
  fault: Fault;
  skip?: number;
  times?: number;
  share?: number;
  seed?: number;
};

/** The combined faults for one request. */
export type Misbehaviour = {
  slowMs: number;
  vanishShare: number;
  isReordered: boolean;
  /** A fault that replaces or damages the response. */
  ending?: Extract<Fault, { kind: 'status' | 'hang' | 'truncate' | 'garbage' | 'cut' | 'lost' }>;
  lateMs: number;
  /** A fault that replaces the normal storing and answering of a write. */
  instead?: Extract<Fault, { kind: 'accept' | 'forget' }>;
  adjust?: Extract<Fault, { kind: 'adjust' }>;
};

export type FaultedRequest = { company: string; type: string; path: string; method: string };

export type Faults = {
  order(order: FaultOrder): void;
  /** With a company, only the faults of its requests. */
  clear(company?: string): void;
  list(): readonly (FaultOrder & { hits: number })[];
  /**
   * Finds the ordered faults that match the request, counts the request for each of them, and returns them combined.
   */
  take(request: FaultedRequest): Misbehaviour;
};

export function openFaults(): Faults {
  let orders: (FaultOrder & { seen: number; hits: number })[] = [];
  return {
    order: (order) => void orders.push({ ...order, seen: 0, hits: 0 }),
    clear(company) {
      orders = orders.filter(({ match }) => company !== undefined && match?.company !== company);
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
