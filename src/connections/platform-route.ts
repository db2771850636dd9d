import type { Connector } from '@daybook/connector-kit';
import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Registry } from '../connectors/registry.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { column, columns, notInLists } from '../lists/columns.ts';
import { jsonText } from '../lists/json-text.ts';
import { type List, type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { sourceType } from './wire.ts';

/** Columns by which PostgreSQL filters and sorts the platforms. The response is built by `describe`. */
const platformColumns = columns({
  platformKey: column(sql`t.platform_key`, Type.String()),
  name: column(sql`t.name`, Type.String()),
  sourceType: column(sql`t.source_type`, sourceType),
  enabled: column(sql`true`, Type.Boolean()),
  credentialFields: notInLists(
    Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        secret: Type.Boolean(),
        help: Type.Optional(Type.String()),
      }),
      { description: 'Fields required for an authorization with credentials.' },
    ),
  ),
  passThrough: notInLists(
    Type.Boolean({ description: 'Whether you can send requests of your own to the platform (`passThrough`).' }),
  ),
  dataTypes: notInLists(
    Type.Record(Type.String(), Type.Object({ pull: Type.Boolean(), push: Type.Array(Type.String()) }), {
      description: 'Shows for each data type whether it can be read and which push operations it supports.',
    }),
  ),
});
const Platform = Type.Object(platformColumns.shape, { title: 'Platform' });

/** The route that lists the platforms and the data types that each platform supports. */
export function platformRoute(ctx: ListContext & { registry: Registry }): Route {
  return route({
    method: 'GET',
    path: '/platforms',
    operationId: 'listPlatforms',
    tag: 'Connections',
    summary: 'List platforms',
    description: 'Lists the external services that companies can be connected to, with the data types they support.',
    scope: 'read',
    query: ListQuery,
    answers: {
      200: { description: 'A page of platforms', schema: Page(Platform, 'A page of platforms'), headers: ['ETag'] },
    },
    async read(call) {
      const list = platformList(ctx.registry);
      const { body } = await readPage(ctx, list, { ...call, accountId: call.principal.accountId });
      const page = JSON.parse(body.toString());
      const shown = page.results.flatMap((key: string) => ctx.registry.find(key) ?? []).map(describe);
      return taggedReply(call, JSON.stringify({ ...page, results: shown }));
    },
  });
}

function platformList({ all }: Registry): List {
  const texts = (of: (platform: Connector['platform']) => string) => sql`${all.map((one) => of(one.platform))}::text[]`;
  return {
    name: 'platforms',
    head: sql`(select 1::bigint as version, ${all.length}::bigint as total)`,
    unversioned: true,
    from: sql`unnest(${texts(({ key }) => key)}, ${texts(({ name }) => name)}, ${texts((one) => one.sourceType)})
      t (platform_key, name, source_type)`,
    scope: sql`true`,
    asOf: () => sql`true`,
    record: sql`${jsonText(sql`t.platform_key`)}`,
    fields: platformColumns.fields,
    key: { expression: sql`t.platform_key collate "C"`, type: sql`text`, descending: false },
  };
}

function describe(connector: Connector): Static<typeof Platform> {
  const { platform, credentialFields, pull, push = {} } = connector;
  const supported = dataTypes.filter(({ name }) => Object.hasOwn(pull, name));
  const operations = (name: string) => Object.keys(push[name]?.operations ?? {});
  return {
    platformKey: platform.key,
    name: platform.name,
    sourceType: platform.sourceType,
    enabled: true,
    credentialFields: [...credentialFields],
    passThrough: connector.rawRequests !== undefined,
    dataTypes: Object.fromEntries(supported.map(({ name }) => [name, { pull: true, push: operations(name) }])),
  };
}
