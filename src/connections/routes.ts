import { notFound } from '../base/errors.ts';
import { type CompanyLinks, withMember } from '../companies/company-links.ts';
import { CompanyParams } from '../companies/wire.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Tx } from '../db/db.ts';
import { mayManage, type Principal } from '../http/access/principal.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { type AuthorizeContext, authorizeConnection } from './authorize-connection.ts';
import { createConnection } from './create-connection.ts';
import { platformRoute } from './platform-route.ts';
import { Connection, type ConnectionIds, connectionList, connectionStatement } from './store.ts';
import { deleteConnection, unlinkConnection } from './unlink-connection.ts';
import { Authorization, ConnectionChange, ConnectionParams, NewConnection } from './wire.ts';

export type ConnectionsContext = ListContext & AuthorizeContext & { registry: Registry; companyLinks: CompanyLinks };

export function connectionRoutes(ctx: ConnectionsContext): Route[] {
  const tag = 'Connections';
  const one = { 200: { description: 'The connection', schema: Connection } };
  const scopeOf = (accountId: string, companyId: string) => ({
    accountId,
    companyId,
    names: ctx.registry.names,
  });

  /** Adds `linkUrl` if the caller may manage connections. */
  function shown([row]: { json: string; rotation: number }[], principal: Principal, place: ConnectionIds): string {
    if (!row) throw notFound({ resource: 'connection', service: 'connections' });
    if (!mayManage(principal)) return row.json;
    return withMember(row.json, 'linkUrl', ctx.companyLinks.of({ ...place, rotation: row.rotation }).link);
  }
  async function readInside(tx: Tx, principal: Principal, place: ConnectionIds): Promise<string> {
    const statement = connectionStatement(scopeOf(tx.accountId, place.companyId), place.connectionId);
    return shown((await statement.execute(tx)).rows, principal, place);
  }
  async function readOutside(principal: Principal, place: ConnectionIds): Promise<string> {
    const { accountId } = principal;
    const statement = connectionStatement(scopeOf(accountId, place.companyId), place.connectionId);
    return shown(await ctx.db.read(accountId, statement), principal, place);
  }

  return [
    platformRoute(ctx),
    route({
      method: 'GET',
      path: '/companies/{companyId}/connections',
      operationId: 'listConnections',
      tag,
      summary: 'List connections of a company',
      scope: 'read',
      params: CompanyParams,
      query: ListQuery,
      answers: {
        200: {
          description: 'A page of connections',
          schema: Page(Connection, 'A page of connections'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { accountId } = call.principal;
        const { body } = await readPage(ctx, connectionList(scopeOf(accountId, call.params.companyId)), {
          ...call,
          accountId,
        });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'POST',
      path: '/companies/{companyId}/connections',
      operationId: 'createConnection',
      tag,
      summary: 'Create a connection',
      description:
        'The connection stays in the state `PendingAuth` until the owner of the company authorizes access at the `linkUrl`, or until you send credentials with `authorizeConnection`.',
      scope: 'manage',
      params: CompanyParams,
      body: NewConnection,
      answers: one,
      async write(tx, { principal, params: { companyId }, body }) {
        const { connectionId } = await createConnection(ctx, tx, { companyId, ...body });
        return { json: await readInside(tx, principal, { companyId, connectionId }) };
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/connections/{connectionId}',
      operationId: 'getConnection',
      tag,
      summary: 'Get a connection',
      scope: 'read',
      params: ConnectionParams,
      answers: one,
      async read({ principal, params }) {
        return { json: await readOutside(principal, params) };
      },
    }),
    route({
      method: 'PATCH',
      path: '/companies/{companyId}/connections/{connectionId}',
      operationId: 'unlinkConnection',
      tag,
      summary: 'Unlink a connection',
      description: 'Data that was already fetched stays readable. The connection can be linked again.',
      scope: 'manage',
      params: ConnectionParams,
      body: ConnectionChange,
      answers: one,
      refusals: [409],
      async write(tx, { principal, params }) {
        await unlinkConnection(ctx, tx, params);
        return { json: await readInside(tx, principal, params) };
      },
    }),
    route({
      method: 'PUT',
      path: '/companies/{companyId}/connections/{connectionId}/authorization',
      operationId: 'authorizeConnection',
      tag,
      summary: 'Authorize a connection with credentials',
      description:
        'Tests the credentials with the platform. Returns 403 if the platform rejects the credentials, and 503 if the platform cannot be reached. The credentials are stored encrypted and never shown.',
      scope: 'manage',
      params: ConnectionParams,
      body: Authorization,
      answers: one,
      refusals: [409],
      async read({ principal, params, body, keep }) {
        const { accountId } = principal;
        let made = {};
        await authorizeConnection(ctx, {
          accountId,
          place: params,
          credentials: body.credentials,
          async keep(tx) {
            made = { json: await readInside(tx, principal, params) };
            await keep(tx, made);
          },
        });
        return made;
      },
    }),
    route({
      method: 'DELETE',
      path: '/companies/{companyId}/connections/{connectionId}',
      operationId: 'deleteConnection',
      tag,
      summary: 'Delete a connection',
      scope: 'manage',
      params: ConnectionParams,
      answers: { 204: { description: 'Deleted' } },
      async write(tx, { params }) {
        await deleteConnection(ctx, tx, params);
        return { status: 204 };
      },
    }),
  ];
}
