import Type, { type Static, type TSchema } from 'typebox';

export const pageSizeDefault = 100;
export const pageSizeMax = 5000;
/** Page numbers stay within what PostgreSQL can count to. */
const pageMax = 2_000_000_000;

/** The parameters of every list. */
export const ListQuery = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: pageMax,
        default: 1,
        description: 'Page number to return. It need not be set by hand: follow the links `next` and `previous`.',
      }),
    ),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: pageSizeMax,
        default: pageSizeDefault,
        description: 'Number of results per page. The default is recommended for best response time.',
      }),
    ),
    query: Type.Optional(
      Type.String({
        maxLength: 2048,
        description:
          'Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`. Operators: = != ~ (contains, without regard to case and accents) < <= > >=; && binds tighter than ||; braces group; `=null` tests absence; double quotes make any text literal. `totalResults` counts what the filter leaves.',
      }),
    ),
    orderBy: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Up to three fields, comma separated; `-` before a field for descending order.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 6000,
        description: 'Part of the links `next` and `previous`; opaque. Pins the walk to one version of the list.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

const Link = Type.Object({ href: Type.String() });

/** The envelope of every list. */
export function Page<Item extends TSchema>(item: Item, description: string) {
  return Type.Object(
    {
      results: Type.Array(item, { description: 'Records of the page.' }),
      pageNumber: Type.Integer({ minimum: 1 }),
      pageSize: Type.Integer({ minimum: 1, maximum: pageSizeMax }),
      totalResults: Type.Integer({ minimum: 0, description: 'Number of records after the filter has been applied.' }),
      _links: Type.Object({
        self: Link,
        current: Link,
        next: Type.Optional(Link),
        previous: Type.Optional(Link),
      }),
    },
    { description },
  );
}
