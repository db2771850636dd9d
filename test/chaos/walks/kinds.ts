import type { State } from './history.ts';

/** 20 kinds of paged reads: the request, and the expected result, computed in JavaScript. */
export type Listed = { companyId: string; state: Exclude<State, 'deleted'> };
export type Kind = {
  search: Record<string, string>;
  holds: (company: Listed) => boolean;
  order: (left: Listed, right: Listed) => number;
};

const byText = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));
const keys: Record<string, (company: Listed) => string> = {
  '': ({ companyId }) => companyId,
  name: ({ state }) => state.name,
  // Missing values come first.
  lastSync: ({ state }) => state.lastSync ?? '',
  'tags.region': ({ state }) => state.region,
  companyId: ({ companyId }) => companyId,
};

/** Sorts by the terms, and finally by id in the direction of the last term. */
function orderOf(orderBy: string): Kind['order'] {
  const terms = orderBy
    .split(',')
    .map((term) => ({ key: keys[term.replace('-', '')], sign: term.startsWith('-') ? -1 : 1 }));
  const lastSign = terms.at(-1)?.sign ?? 1;
  return (left, right) => {
    for (const { key, sign } of terms) {
      const difference = key ? sign * byText(key(left), key(right)) : 0;
      if (difference !== 0) return difference;
    }
    return lastSign * byText(left.companyId, right.companyId);
  };
}

const filters: [string, Kind['holds']][] = [
  ['', () => true],
  ['name~7', ({ state }) => state.name.includes('7')],
  ['tags.region=EU', ({ state }) => state.region === 'EU'],
  ['lastSync=null', ({ state }) => state.lastSync === null],
];
const orders = ['', 'name', '-name', '-lastSync', 'tags.region,-name'];

export const kinds: Kind[] = orders.flatMap((orderBy) =>
  filters.map(([query, holds]) => ({
    search: { ...(orderBy && { orderBy }), ...(query && { query }) },
    holds,
    order: orderOf(orderBy),
  })),
);
