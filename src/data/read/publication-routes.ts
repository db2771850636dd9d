import { CompanyParams } from '../../companies/wire.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import type { DataReadContext } from './data-set-state.ts';
import { Publication, publicationList, publicationsMax } from './publication-list.ts';

export function publicationRoutes(ctx: DataReadContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/companies/{companyId}/publications',
      operationId: 'listPublications',
      tag: 'Data',
      summary: 'List publications of a company',
      description: `Returns the newest publications first, at most ${publicationsMax.toLocaleString('en')}. A sync or a push publishes all its changes of a data set at once. Send the \`publishedAt\` of a publication as \`asOf\` to read the data as it was then. Publications whose state is no longer retained are left out.`,
      scope: 'read',
      params: CompanyParams,
      query: ListQuery,
      answers: {
        200: {
          description: 'A page of publications',
          schema: Page(Publication, 'A page of publications'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { accountId } = call.principal;
        const list = publicationList({ accountId, companyId: call.params.companyId });
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
  ];
}
