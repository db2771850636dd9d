import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, badRequest } from '../../src/base/errors.ts';
import type { Principal } from '../../src/http/access/principal.ts';
import { markDeprecated } from '../../src/http/deprecation.ts';
import type { Route } from '../../src/http/route.ts';
import { apiRoutes } from '../../src/routes.ts';

/** One declaration on a route is enough: headers, the reference and the list of callers follow from it. */
const old: Route = {
  ...{ method: 'GET', path: '/old', operationId: 'old', tag: 'Data', summary: 'Old', scope: 'read' },
  answers: { 200: { description: 'Old', headers: ['ETag'] } },
  deprecated: { since: '2026-02-03', sunset: () => '2027-01-31', successor: '/new', about: 'changes#old' },
  read: async () => ({ body: {}, headers: { etag: '"1"' } }),
};
const counted: string[] = [];
const mark = (route: Route) =>
  markDeprecated([route], {
    addresses: () => ({ baseUrl: 'https://api.test', docsUrl: 'https://docs.test' }),
    count: async ({ accountId }, endpoint) => counted.push(`${accountId} ${endpoint}`),
  })[0] ?? assert.fail();

test('every response of a deprecated operation says since when, until when and what replaces it', async () => {
  const expected = {
    deprecation: `@${Date.UTC(2026, 1, 3) / 1000}`,
    sunset: 'Sun, 31 Jan 2027 23:59:59 GMT',
    link: '<https://docs.test/changes#old>; rel="deprecation"; type="text/html", <https://docs.test/changes#old>; rel="sunset"; type="text/html", <https://api.test/new>; rel="successor-version"',
  };
  const marked = mark(old);
  assert.deepEqual((await marked.read?.({} as never))?.headers, { etag: '"1"', ...expected });
  assert.deepEqual(marked.answers[200]?.headers, ['ETag', 'Deprecation', 'Sunset', 'Link']);
  const refusing = mark({
    ...old,
    read: async () => {
      throw badRequest({ error: 'Bad request', service: 'test', items: [] });
    },
  });
  await assert.rejects(
    async () => refusing.read?.({} as never),
    (error) => error instanceof ApiError && error.statusCode === 400 && error.parts.headers?.link === expected.link,
  );
});

test('without an announced day there is no Sunset; without a successor no link to it', async () => {
  const { successor: _, ...rest } = old.deprecated ?? assert.fail();
  const reply = await mark({ ...old, deprecated: { ...rest, sunset: () => '' } }).read?.({} as never);
  assert.deepEqual(Object.keys(reply?.headers ?? {}), ['etag', 'deprecation', 'link']);
  assert.doesNotMatch(reply?.headers?.link ?? '', /sunset|successor/);
});

test('every request is counted by its caller and endpoint, and other routes stay as they are', async () => {
  await mark(old).onAsked?.({ accountId: 'a' } as Principal);
  assert.deepEqual(counted, ['a GET /old']);
  const { deprecated: _, ...usual } = old;
  assert.equal(mark(usual), usual);
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  for (const { operationId, deprecated, answers, onAsked } of routes) {
    const hasHeader = Object.values(answers).some(({ headers }) => headers?.includes('Deprecation'));
    assert.deepEqual(
      [hasHeader, onAsked !== undefined],
      [deprecated !== undefined, deprecated !== undefined],
      operationId,
    );
  }
});
