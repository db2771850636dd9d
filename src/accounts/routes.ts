import type { Clock } from '../base/clock.ts';
import { keyTooNarrow } from '../base/errors.ts';
import { type Principal, scopesByDefault } from '../http/access/principal.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { createApiKey } from './create-api-key.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { ApiKey, apiKeyList, CreatedApiKey } from './store.ts';
import { ApiKeyParams, NewApiKeyBody } from './wire.ts';

export type AccountsContext = ListContext & { clock: Clock; cell: string; forgetKeys: () => void };

export function accountRoutes(ctx: AccountsContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/apiKeys',
      operationId: 'listApiKeys',
      tag: 'API keys',
      summary: 'List API keys',
      description: 'Lists the API keys of the account, without their secrets. Deleted keys are not listed.',
      scope: 'keys',
      query: ListQuery,
      answers: {
        200: { description: 'A page of API keys', schema: Page(ApiKey, 'A page of API keys'), headers: ['ETag'] },
      },
      async read(call) {
        const list = apiKeyList(call.principal.accountId);
        const page = await readPage(ctx, list, { ...call, accountId: call.principal.accountId });
        return taggedReply(call, page.body);
      },
    }),
    route({
      method: 'POST',
      path: '/apiKeys',
      operationId: 'createApiKey',
      tag: 'API keys',
      summary: 'Create an API key',
      description:
        'An account can have at most 10 keys that are not deleted. The secret is in this response and is not shown again. If you create a key with another key, the new key cannot have more scopes, more companies or a later expiry than the other key.',
      isForNarrowKeys: true,
      scope: 'keys',
      role: 'administrator',
      sensitive: { told: 'An API key was created' },
      body: NewApiKeyBody,
      answers: { 201: { description: 'The key with its secret', schema: CreatedApiKey } },
      refusals: [409],
      async write(tx, { principal, body }) {
        const wanted = { ...body, ...narrowed(principal, body) };
        return { status: 201, body: await createApiKey(ctx, tx, wanted) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/apiKeys/{apiKeyId}',
      operationId: 'deleteApiKey',
      tag: 'API keys',
      summary: 'Delete an API key',
      description: 'Within a second, requests with the key return 403. The last key of an account cannot be deleted.',
      scope: 'keys',
      role: 'administrator',
      sensitive: { told: 'An API key was deleted' },
      params: ApiKeyParams,
      answers: { 204: { description: 'Deleted' } },
      refusals: [404, 409],
      async write(tx, { principal, params }) {
        await deleteApiKey(ctx, tx, { ...params, by: principal });
        return { status: 204, afterCommit: ctx.forgetKeys };
      },
    }),
  ];
}

/** A key cannot create another key that has more permissions. */
function narrowed(maker: Principal, wanted: NewApiKeyBody) {
  const scopes = wanted.scopes ?? scopesByDefault.filter((scope) => maker.scopes.includes(scope));
  const beyond = scopes.find((scope) => !maker.scopes.includes(scope));
  if (beyond) throw keyTooNarrow({ reason: `this API key lacks the scope "${beyond}" and cannot grant it.` });
  for (const [name, value] of Object.entries(maker.companyTags ?? {})) {
    if (wanted.companyTags && wanted.companyTags[name] !== value) {
      throw keyTooNarrow({
        reason: `this API key is limited to companies with the tag ${name}=${value}. Every key that it creates must be limited to the same tag.`,
      });
    }
  }
  return { scopes, companyTags: wanted.companyTags ?? maker.companyTags, expires: endOf(maker, wanted) };
}

function endOf({ keyExpiresMs }: Principal, { expires }: NewApiKeyBody): string | undefined {
  if (keyExpiresMs === undefined) return expires;
  const end = new Date(keyExpiresMs).toISOString();
  if (expires !== undefined && Date.parse(expires) > keyExpiresMs)
    throw keyTooNarrow({ reason: `this API key expires at ${end}; a key that it creates cannot expire later.` });
  return expires ?? end;
}
