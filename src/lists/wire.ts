import Type, { type Static, type TSchema } from 'typebox';

export const pageSizeDefault = 100;
export const pageSizeMax = 5000;
/** Maximum page number. Multiplied by the page size, it still fits in a bigint. */
const pageMax = 2_000_000_000;

/** The schemas of ids and times in responses. */
export const uuid = Type.String({ format: 'uuid' });
export const time = Type.String({ format: 'date-time' });

/** The parameters of every list. */
export const ListQuery = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: pageMax,
        default: 1,
        description: 'Page number to return. You do not need to set it if you follow the `next` and `previous` links.',
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
          'Filter, such as `name~Trading && {tags.region=EU || created>=2026-01-01}`. The operators are = != < <= > >= and ~, which means "contains" and ignores case and accents. && binds tighter than ||, and braces group comparisons. `=null` matches absent values. Text in double quotes is taken literally. `totalResults` counts the records that match the filter.',
      }),
    ),
    orderBy: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Sort order: up to three fields, separated by commas. `-` before a field means descending order.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 6000,
        description: 'An opaque part of the `next` and `previous` links. Keeps all pages on one version of the list.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

export const Link = Type.Object({ href: Type.String() });

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
