/** Where a filter was written, for error texts: a parameter of a list, or a field of a request body. */
export type FilterPlace = { name: string; itemId?: string };
export const inQuery: FilterPlace = { name: 'parameter "query"' };
