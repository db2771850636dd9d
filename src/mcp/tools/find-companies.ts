import Type from 'typebox';
import { tool } from '../tool.ts';
import { limitOf, page, quoted } from './inputs.ts';

type Company = Record<string, unknown>;

export const findCompanies = tool({
  name: 'find_companies',
  title: 'Find companies',
  description:
    'Lists the companies that this API key may see, with their connections to accounting platforms. Start here: every other tool needs a companyId. Search by a part of the name, or filter by tags and other fields.',
  input: Type.Object(
    {
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'A part of the name; case and accents do not matter.',
        }),
      ),
      query: Type.Optional(
        Type.String({
          maxLength: 1500,
          description:
            'A filter such as tags.region=EU && created>=2026-01-01, or dataConnections.status=Deauthorized. Operators: = != < <= > >= and ~ (contains); && binds tighter than ||; braces group; text in double quotes is literal.',
        }),
      ),
      page: Type.Optional(page),
      limit: limitOf(20, 100),
    },
    { additionalProperties: false },
  ),
  async run({ call }, { name, query, page: number = 1, limit: size = 20 }) {
    const byName = name === undefined ? undefined : `name~${quoted(name)}`;
    const filter = byName && query ? `{${query}} && ${byName}` : (byName ?? query);
    const { body } = await call({ path: '/companies', query: { query: filter, page: number, pageSize: size } });
    const shown = ['companyId', 'name', 'description', 'tags', 'created', 'lastSync', 'dataConnections'];
    const results = body.results.map((company: Company) =>
      Object.fromEntries(shown.filter((field) => company[field] !== undefined).map((field) => [field, company[field]])),
    );
    return {
      data: { results, total: body.totalResults, page: number, hasMore: body._links.next !== undefined },
      rest: 'Ask for fewer companies with limit, or filter by name.',
      page: { number, size },
    };
  },
});
