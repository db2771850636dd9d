import { type Access, getFromStripe, type Query, readStripe } from './request-stripe.ts';

/** A list inside an object, such as the lines of an invoice. Stripe sends its first ten elements with the object. */
export type NestedList = {
  member: string;
  /** Where the whole list is read. */
  path: (id: string) => string;
  query?: (id: string) => Query;
};

type List = { data: { id: string }[]; has_more: boolean };

/** Reads the lists of an object of which Stripe has sent only the beginning. */
export async function completeLists<Wire extends { id: string }>(
  access: Access,
  wire: Wire,
  nested: readonly NestedList[],
): Promise<Wire> {
  let whole = wire;
  for (const { member, path, query } of nested) {
    const list = (wire as Record<string, unknown>)[member] as List | undefined;
    if (!list?.has_more) continue;
    const data: List['data'] = [];
    for (let hasMore = true; hasMore; ) {
      const last = data.at(-1)?.id;
      const answer = await getFromStripe(access, path(wire.id), [
        ['limit', '100'],
        ...(query?.(wire.id) ?? []),
        ...(last ? ([['starting_after', last]] as Query) : []),
      ]);
      const page = readStripe<List>(answer.body);
      data.push(...page.data);
      hasMore = page.has_more;
    }
    whole = { ...whole, [member]: { ...list, data, has_more: false } };
  }
  return whole;
}
