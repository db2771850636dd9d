import { notFound } from '../base/errors.ts';
import { ConnectionParams } from '../connections/wire.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery } from '../lists/wire.ts';
import { removeMapping, replaceMapping } from './change-mapping.ts';
import { requireMappable, requirePushable, requireUniqueNames } from './check-fields.ts';
import { Mapping, Mappings, mappingList, mappingsInForce } from './mapping-list.ts';
import { type PreviewContext, previewMapping } from './preview-mapping.ts';
import { findMapping, findPlatform, type MappingPlace } from './store.ts';
import { ConnectionMappingParams, MappingInput, MappingParams, MappingPreview } from './wire.ts';

export type MappingsContext = PreviewContext & ListContext;

const tag = 'Mappings';
const aboutChange =
  'Records that are already stored get the new fields in the background, data set by data set, without a request to the platform. Readers see the earlier fields until all records of a data set have the new ones. The change feed marks such changes with `isRemapped`.';
const aboutPreview =
  'Computes from what is stored how many records would change, in which fields, and shows ten of them. Changes nothing. All records are examined, for at most 20 seconds: `isSampled` says whether some are left.';
const one = (description: string) => ({ 200: { description, schema: Mapping } });
const previewed = { 200: { description: 'What would change', schema: MappingPreview } };

export function mappingRoutes(ctx: MappingsContext): Route[] {
  return [...accountRoutes(ctx), ...connectionRoutes(ctx)];
}

function accountRoutes(ctx: MappingsContext): Route[] {
  const path = '/mappings/{platformKey}/{dataType}';
  const at = (
    { platformKey, dataType }: { platformKey: string; dataType: string },
    body: MappingInput,
  ): MappingPlace => {
    requirePushable(requireMappable(ctx, platformKey, dataType), dataType, body);
    return { platformKey, dataType, connectionId: null, companyId: null };
  };
  const common = { tag, params: MappingParams };
  return [
    route({
      method: 'GET',
      path: '/mappings',
      operationId: 'listMappings',
      tag,
      summary: 'List mappings of the account',
      description:
        "A mapping adds values of the platform's own record to `customFields`. These mappings apply to all connections to a platform that have no mapping of their own.",
      scope: 'read',
      query: ListQuery,
      answers: { 200: { description: 'A page of mappings', schema: Mappings, headers: ['ETag'] } },
      async read(call) {
        const { accountId } = call.principal;
        const { body } = await readPage(ctx, mappingList(accountId), { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      ...common,
      method: 'GET',
      path,
      operationId: 'getMapping',
      summary: 'Get a mapping of the account',
      scope: 'read',
      answers: one('The mapping'),
      async read({ principal, params }) {
        const found = await findMapping(ctx, principal.accountId, { ...params, connectionId: null });
        if (!found) throw notFound({ resource: 'mapping', service: 'mappings' });
        return { body: found };
      },
    }),
    route({
      ...common,
      method: 'PUT',
      path,
      operationId: 'replaceMapping',
      summary: 'Replace a mapping of the account',
      description: `Creates the mapping if there is none. ${aboutChange}`,
      scope: 'manage',
      body: MappingInput,
      answers: one('The mapping'),
      async write(tx, { params, body }) {
        requireUniqueNames(body);
        return { body: (await replaceMapping(ctx, tx, at(params, body), body)).after };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path,
      operationId: 'deleteMapping',
      summary: 'Delete a mapping of the account',
      description: 'Its custom fields disappear from the records in the background.',
      scope: 'manage',
      answers: { 204: { description: 'Deleted' } },
      async write(tx, { params }) {
        await removeMapping(tx, { ...params, connectionId: null, companyId: null });
        return { status: 204 };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${path}/preview`,
      operationId: 'previewMapping',
      summary: 'Preview a mapping of the account',
      description: aboutPreview,
      scope: 'manage',
      body: MappingInput,
      answers: previewed,
      isDryRun: () => true,
      async read({ principal, params, body }) {
        requireUniqueNames(body);
        return { body: await previewMapping(ctx, principal.accountId, at(params, body), body) };
      },
    }),
  ];
}

function connectionRoutes(ctx: MappingsContext): Route[] {
  const list = '/companies/{companyId}/connections/{connectionId}/mappings';
  const path = `${list}/{dataType}`;
  type Ids = { companyId: string; connectionId: string };
  const platformOf = async (accountId: string, ids: Ids) => {
    const platform = await findPlatform(ctx, accountId, ids);
    if (platform === undefined) throw notFound({ resource: 'connection', service: 'connections' });
    return platform;
  };
  const placeOf = async (
    accountId: string,
    { dataType, ...ids }: Ids & { dataType: string },
  ): Promise<MappingPlace> => ({
    ...ids,
    dataType,
    platformKey: await platformOf(accountId, ids),
  });
  const common = { tag, params: ConnectionMappingParams };
  return [
    route({
      method: 'GET',
      path: list,
      operationId: 'listConnectionMappings',
      tag,
      summary: 'List mappings of a connection',
      description: 'Lists the mappings in force for a connection: its own ones, and those of the account.',
      scope: 'read',
      params: ConnectionParams,
      query: ListQuery,
      answers: { 200: { description: 'A page of the mappings in force', schema: Mappings, headers: ['ETag'] } },
      async read(call) {
        const { accountId } = call.principal;
        const platformKey = await platformOf(accountId, call.params);
        const list = mappingsInForce(accountId, { ...call.params, platformKey });
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      ...common,
      method: 'PUT',
      path,
      operationId: 'replaceConnectionMapping',
      summary: 'Replace a mapping of a connection',
      description: `Replaces the account's mapping for this connection. Without any fields, its records have no custom fields. ${aboutChange}`,
      scope: 'manage',
      body: MappingInput,
      answers: one('The mapping'),
      async write(tx, { params, body }) {
        requireUniqueNames(body);
        const place = await placeOf(tx.accountId, params);
        requirePushable(requireMappable(ctx, place.platformKey, place.dataType), place.dataType, body);
        const { before, after } = await replaceMapping(ctx, tx, place, body);
        return { body: after, ...(before && { before }) };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path,
      operationId: 'deleteConnectionMapping',
      summary: 'Delete a mapping of a connection',
      description: "The account's mapping applies again, if there is one.",
      scope: 'manage',
      answers: { 204: { description: 'Deleted' } },
      async write(tx, { params }) {
        return { status: 204, before: await removeMapping(tx, await placeOf(tx.accountId, params)) };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${path}/preview`,
      operationId: 'previewConnectionMapping',
      summary: 'Preview a mapping of a connection',
      description: aboutPreview,
      scope: 'manage',
      body: MappingInput,
      answers: previewed,
      isDryRun: () => true,
      async read({ principal: { accountId }, params, body }) {
        requireUniqueNames(body);
        const place = await placeOf(accountId, params);
        requirePushable(requireMappable(ctx, place.platformKey, place.dataType), place.dataType, body);
        return { body: await previewMapping(ctx, accountId, place, body) };
      },
    }),
  ];
}
