import { notFound } from '../base/errors.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { mayManage, type Principal } from '../http/access/principal.ts';
import { notModified, statesGiven, stateTag, taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { isInState, type ListContext } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { type CompanyLinks, withMember } from './company-links.ts';
import { createCompany, requireTags } from './create-company.ts';
import { deleteCompany } from './delete-company.ts';
import { companyStateSince, readCompanies } from './list-companies.ts';
import { Company, companyStatement, updateCompany } from './store.ts';
import { CompanyChange, CompanyParams, NewCompany } from './wire.ts';

export type CompaniesContext = ListContext & { jobs: Jobs; emit: Emit; companyLinks: CompanyLinks };

const missing = () => notFound({ resource: 'company', service: 'companies' });

export function companyRoutes(ctx: CompaniesContext): Route[] {
  const tag = 'Companies';
  const one = { 200: { description: 'The company', schema: Company } };

  async function readInside(tx: Tx, principal: Principal, companyId: string): Promise<string> {
    const { rows } = await companyStatement({ accountId: tx.accountId, companyId }).execute(tx);
    return shown(rows[0], principal, companyId);
  }

  /** Adds the link if the principal may manage the company. */
  function shown(row: { json: string; rotation: number } | undefined, principal: Principal, companyId: string): string {
    if (!row) throw missing();
    if (!mayManage(principal)) return row.json;
    return withMember(row.json, 'redirect', ctx.companyLinks.of({ companyId, rotation: row.rotation }).link);
  }

  return [
    route({
      method: 'GET',
      path: '/companies',
      operationId: 'listCompanies',
      tag,
      summary: 'List companies',
      description:
        'Companies are ordered by creation unless `orderBy` is given. The page links show the list as it was when page 1 was read. Following them returns each company exactly once, `totalResults` companies in total.',
      scope: 'read',
      query: ListQuery,
      answers: {
        200: { description: 'A page of companies', schema: Page(Company, 'A page of companies'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId, companyTags } = call.principal;
        const request = { call, about: [call.search, JSON.stringify(companyTags)] };
        for (const { state, etag } of statesGiven(request)) {
          const unchanged = notModified(call, etag);
          if (unchanged && (await isInState(ctx, accountId, companyStateSince(accountId), state))) return unchanged;
        }
        const page = await readCompanies(ctx, call.principal, { ...call, accountId });
        return taggedReply(call, page.body, page.state && stateTag(page.state, request.about));
      },
    }),
    route({
      method: 'POST',
      path: '/companies',
      operationId: 'createCompany',
      tag,
      summary: 'Create a company',
      description:
        'Creates a company without connections. Send its owner to `redirect`, or create a connection yourself. The free plan allows at most 50 companies; above this limit, the request returns 402.',
      scope: 'manage',
      isForNarrowKeys: true,
      body: NewCompany,
      answers: one,
      refusals: [402],
      async write(tx, { principal, body }) {
        const { companyId, json } = await createCompany(ctx, tx, { principal, company: body });
        // The rotation number is 0, because the links of a new company were never rotated.
        return { json: shown({ json, rotation: 0 }, principal, companyId) };
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}',
      operationId: 'getCompany',
      tag,
      summary: 'Get a company',
      scope: 'read',
      params: CompanyParams,
      answers: { 200: { ...one[200], headers: ['ETag'] } },
      async read(call) {
        const { accountId } = call.principal;
        const { companyId } = call.params;
        const [row] = await ctx.db.read(accountId, companyStatement({ accountId, companyId }));
        return taggedReply(call, shown(row, call.principal, companyId));
      },
    }),
    route({
      method: 'PATCH',
      path: '/companies/{companyId}',
      operationId: 'changeCompany',
      tag,
      summary: 'Change parts of a company',
      scope: 'manage',
      params: CompanyParams,
      body: CompanyChange,
      answers: one,
      async write(tx, { principal, params, body }) {
        if (body.tags) requireTags(principal, body.tags);
        if (!(await updateCompany(tx, params.companyId, body))) throw missing();
        return { json: await readInside(tx, principal, params.companyId) };
      },
    }),
    route({
      method: 'PUT',
      path: '/companies/{companyId}',
      operationId: 'replaceCompany',
      tag,
      summary: 'Replace a company',
      description: 'Omitted fields are removed.',
      scope: 'manage',
      params: CompanyParams,
      body: NewCompany,
      answers: one,
      async write(tx, { principal, params, body }) {
        const whole = { name: body.name, description: body.description ?? null, tags: body.tags ?? {} };
        requireTags(principal, whole.tags);
        if (!(await updateCompany(tx, params.companyId, whole))) throw missing();
        return { json: await readInside(tx, principal, params.companyId) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/companies/{companyId}',
      operationId: 'deleteCompany',
      tag,
      summary: 'Delete a company',
      description:
        'The company disappears immediately. A job then erases its data and keeps a receipt (`GET /purges`). A company can be deleted even if the account exceeds the limit of its plan.',
      scope: 'manage',
      params: CompanyParams,
      answers: { 204: { description: 'Deleted' } },
      async write(tx, { params }) {
        await deleteCompany(ctx, tx, params);
        return { status: 204 };
      },
    }),
  ];
}
