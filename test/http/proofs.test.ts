import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '../../src/routes.ts';
import { useApp } from '../harness.ts';

/** A base URL with another host and a path, as behind a proxy. */
const baseUrl = 'https://books.example/api/v2';
const app = useApp({ config: { baseUrl, sandboxUrl: 'http://127.0.0.1:9' } });
const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);

test('R-SVC-01: every link in a response starts with the base URL, whatever its host and path', async () => {
  const account = await app.account({ webhooks: 'older' });
  const companyId = (await account.send('POST /companies', { body: { name: 'a' } })).body.companyId;
  await account.send('POST /companies', { body: { name: 'b' } });
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } });
  const given = 'http://127.0.0.1:1/mine';
  const rule = await account.send('POST /rules', { body: { type: 'company.created', notifiers: { webhook: given } } });
  const filled: Record<string, string> = {
    companyId,
    connectionId: made.body.connectionId,
    ruleId: rule.body.ruleId,
    apiKeyId: account.apiKeyId,
    dataType: 'invoices',
    platformKey: 'sandbox',
  };
  const found = new Map<string, number>();
  const look = (text: string, from: string) => {
    for (const [url] of text.matchAll(/https?:\/\/[^\s"<>\\`)]+/g)) {
      if (url.startsWith('https://docs.test') || url === given || /json-schema\.org/.test(url)) continue;
      // The examples in the event catalogue use example hosts.
      if (from === 'listEventTypes' && /example/.test(url) && !url.startsWith(baseUrl)) continue;
      assert.ok(url.startsWith(`${baseUrl}/`) || url === baseUrl, `${from} returned ${url}`);
      found.set(from, (found.get(from) ?? 0) + 1);
    }
  };
  for (const route of routes) {
    if (route.method !== 'GET' || route.access !== undefined || route.operationId === 'watchAccount') continue;
    const path = route.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => filled[name] ?? '01900000-0000-7000-8000-000000000000',
    );
    const paged = route.path === '/companies' ? '?pageSize=1&orderBy=-name' : '';
    const answer = await account.send(`GET ${path}${paged}`);
    look(answer.text, route.operationId);
    look([...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n'), route.operationId);
  }
  const page = (await account.send('GET /companies?pageSize=1')).body;
  assert.ok(page._links.next.href.startsWith(`${baseUrl}/companies?`), page._links.next.href);
  assert.equal(page._links.self.href, `${baseUrl}/companies`);
  assert.ok(made.body.linkUrl.startsWith(`${baseUrl}/link/`), made.body.linkUrl);
  assert.ok(found.size >= 8, `links in ${[...found.keys()]}`);
});

test('R-SVC-09: GET /openapi.json describes exactly the operations of the service, and each one is served', async () => {
  const answer = await fetch(`${app.url}/openapi.json`);
  const document = (await answer.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  const offered = routes.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
  assert.deepEqual(described.sort(), offered.sort());
  const account = await app.account();
  for (const { method, path, operationId, access } of routes) {
    if (access === 'open' || operationId === 'watchAccount') continue;
    const request = `${method} ${path.replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000')}`;
    const { body } = await account.send(request);
    assert.ok(!['pathNotFound', 'methodNotAllowed'].includes(body?.code), `${operationId} is described but not served`);
  }
});

test('A-15: an unknown event type, platform or order is rejected with a list of the known ones', async () => {
  const account = await app.account({ webhooks: 'older' });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'a' } })).body;
  const refused: [request: string, body: object | undefined, named: string[]][] = [
    [
      'POST /webhooks/consumers',
      { name: 'x', url: 'http://127.0.0.1:1/', eventTypes: ['sync.done'] },
      ['sync.completed', 'sync.*'],
    ],
    ['POST /rules', { type: 'nothing', notifiers: { webhook: 'http://127.0.0.1:1/' } }, ['company.created']],
    [`POST /companies/${companyId}/connections`, { platformKey: 'none' }, ['sandbox']],
    ['POST /apiKeys', { name: 'x', scopes: ['all'] }, ['read', 'push', 'manage', 'webhooks', 'keys']],
    ['GET /companies?orderBy=size', undefined, ['name', 'created']],
    [
      `PUT /companies/${companyId}/syncSettings`,
      { settings: [{ dataType: 'invoice', fetchOnFirstLink: true, schedule: 'yearly', order: 0 }] },
      ['invoices', 'hourly'],
    ],
  ];
  for (const [request, body, named] of refused) {
    const answer = await account.send(request, body ? { body } : {});
    assert.equal(answer.status, 400, `${request}: ${answer.text}`);
    const said = answer.body.validation.errors.map(({ message }: { message: string }) => message).join('\n');
    for (const value of named) assert.ok(said.includes(value), `${request} does not name ${value}: ${said}`);
  }
});

test('R-BODY-08: every validation error has "validation" with the arrays "errors" and "warnings"', async () => {
  const account = await app.account({ webhooks: 'older' });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'a' } })).body;
  let asked = 0;
  for (const route of routes) {
    if (route.access !== undefined || /\{(?!companyId)/.test(route.path) || !(route.body || route.query)) continue;
    if (route.operationId === 'watchAccount') continue;
    const path = route.path.replace('{companyId}', companyId);
    const wrong = { unknownField: 1 };
    const answer = await account.send(
      `${route.method} ${path}${route.body ? '' : '?unknownField=1'}`,
      route.body ? { body: wrong } : {},
    );
    assert.equal(answer.status, 400, `${route.operationId}: ${answer.text}`);
    const { errors, warnings } = answer.body.validation;
    assert.ok(errors.length > 0 && Array.isArray(warnings), route.operationId);
    for (const { message } of errors) assert.match(message, /https:\/\/docs\.test\/errors#/, route.operationId);
    asked++;
  }
  assert.ok(asked > 30, `${asked} operations`);
});
