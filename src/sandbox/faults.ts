/** Misbehaviour that a script orders. Each order matches requests, lets some pass, and ends after so many. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'hang' }
  | { kind: 'truncate' }
  | { kind: 'garbage' }
  | { kind: 'reorder' }
  | { kind: 'vanish'; share: number };

export type FaultMatch = { company?: string; type?: string; path?: string };

/** `skip`: matching requests that pass first. `times`: requests that are hit; without it, all. */
export type FaultOrder = { match?: FaultMatch; fault: Fault; skip?: number; times?: number };

/** What happens to one request. */
export type Misbehaviour = {
  slowMs: number;
  vanishShare: number;
  isReordered: boolean;
  /** Instead of the answer, or what is done to it. */
  ending?: Extract<Fault, { kind: 'status' | 'hang' | 'truncate' | 'garbage' }>;
};

export type Faults = {
  order(order: FaultOrder): void;
  clear(): void;
  list(): readonly (FaultOrder & { hits: number })[];
  /** Counts the request against the orders that match it. */
  take(request: { company: string; type: string; path: string }): Misbehaviour;
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
      const result: Misbehaviour = { slowMs: 0, vanishShare: 0, isReordered: false };
      for (const order of orders) {
        if (!matches(order.match ?? {}, request)) continue;
        if (order.seen++ < (order.skip ?? 0)) continue;
        if (order.hits >= (order.times ?? Number.POSITIVE_INFINITY)) continue;
        order.hits++;
        apply(order.fault, result);
      }
      return result;
    },
  };
}

function matches(match: FaultMatch, request: { company: string; type: string; path: string }): boolean {
  return (
    (match.company === undefined || match.company === request.company) &&
    (match.type === undefined || match.type === request.type) &&
    (match.path === undefined || request.path.startsWith(match.path))
  );
}

function apply(fault: Fault, result: Misbehaviour): void {
  if (fault.kind === 'slow') result.slowMs += fault.ms;
  else if (fault.kind === 'vanish') result.vanishShare = Math.max(result.vanishShare, fault.share);
  else if (fault.kind === 'reorder') result.isReordered = true;
  else result.ending ??= fault;
}
