import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { Refused } from '../src/answers.ts';
import { createOdooConnector } from '../src/odoo-connector.ts';
import { createSessions } from '../src/session.ts';

const credentials = {
  ...{ url: 'https://books.example/', database: 'acme', company: 'Acme', user: 'me', apiKey: 'a-secret-key' },
};
const answer = (body: unknown, status = 200): ProviderAnswer => ({
  ...{ status, headers: { date: 'Wed, 18 Nov 2026 05:24:29 GMT' } },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const page = (status: number) => answer('<html>Not here</html>', status);
const companies = [
  { id: 1, name: 'Acme', currency_id: [1, 'USD'] },
  { id: 2, name: 'Other', currency_id: [2, 'EUR'] },
];
const failure = (name: string, message = 'No.') => ({ name, message, debug: 'Traceback a-secret-key' });

type Script = (request: ProviderRequest, called: string) => ProviderAnswer | undefined;

/** Simulates a server of the version. Calls that the script does not answer return true. */
function open(version: number, script: Script = () => undefined, given: Partial<typeof credentials> = {}) {
  const requests: ProviderRequest[] = [];
  const known: Record<string, unknown> = {
    'res.users/context_get': { uid: 7, lang: 'fr_FR' },
    'res.company/search_read': companies,
  };
  const http: ProviderHttp = {
    nowMs: () => 0,
    async request(request) {
      requests.push(request);
      const body = JSON.parse(request.body ?? '{}');
      if (request.url.endsWith('/web/version'))
        return version >= 19 ? answer({ version_info: [version, 0] }) : page(404);
      const { method, args = [] } = body.params ?? {};
      if (method === 'version') return answer({ result: { server_version_info: [`saas~${version}`, 2] } });
      if (method === 'authenticate') return script(request, method) ?? answer({ result: 7 });
      const called = body.params ? `${args[3]}/${args[4]}` : request.url.replace(/^.*\/json\/2\//, '');
      const result = known[called] ?? true;
      return script(request, called) ?? answer(body.params ? { result } : result);
    },
  };
  return { odoo: createSessions()({ http, credentials: { ...credentials, ...given } }), requests, http };
}

test('Odoo 19 is called by JSON-2, with the company and language of the connection', async () => {
  const { odoo, requests } = open(19);
  assert.equal(await odoo.call('account.move', 'action_post', { ids: [3] }), true);
  const last = requests.at(-1);
  assert.equal(last?.url, 'https://books.example/json/2/account.move/action_post');
  assert.equal(last?.body, '{"ids":[3],"context":{"lang":"fr_FR","allowed_company_ids":[1]}}');
  assert.deepEqual([last?.headers?.authorization, last?.headers?.['x-odoo-database']], ['bearer a-secret-key', 'acme']);
  assert.equal(odoo.serverMs(), Date.UTC(2026, 10, 18, 5, 24, 29));
  await odoo.call('account.move', 'read', { ids: [3] });
  assert.equal(requests.length, 5, 'the user and the company are looked up once');
});

test('a server before 19 is called by JSON-RPC', async () => {
  const { odoo, requests } = open(18);
  const vals = [{ name: 'x' }];
  await odoo.call('res.partner', 'create', { vals_list: vals });
  const last = requests.at(-1);
  assert.equal(last?.url, 'https://books.example/jsonrpc');
  const { params } = JSON.parse(last?.body ?? '');
  const context = { lang: 'fr_FR', allowed_company_ids: [1] };
  assert.deepEqual(params, {
    ...{ service: 'object', method: 'execute_kw' },
    args: ['acme', 7, 'a-secret-key', 'res.partner', 'create', [vals], { context }],
  });
  const denied = open(18, (_, called) => (called === 'authenticate' ? answer({ result: false }) : undefined));
  await assert.rejects(denied.odoo.account(), errors.AuthRejected);
});

test('a server before 17 is rejected before anything is sent to it, with the version that is needed', async () => {
  const { odoo, requests } = open(16);
  const message = 'This server runs Odoo 16. Daybook needs Odoo 17 or later.';
  await assert.rejects(odoo.account(), { name: 'AuthRejected', message });
  const { http } = open(16);
  await assert.rejects(createOdooConnector().check({ http, credentials }), { name: 'AuthRejected', message });
  assert.ok(requests.every(({ body = '' }) => !body.includes('a-secret-key')));
  assert.equal((await open(17).odoo.account()).version, 17);
});

test('the company is chosen by its name or id, and another user company is never used instead', async () => {
  for (const company of ['Other', ' Other ', '2']) {
    const { odoo } = open(19, undefined, { company });
    assert.deepEqual((await odoo.account()).company, { id: 2, name: 'Other', currency: 'EUR' });
  }
  for (const company of ['other', '3', 'Acm'])
    await assert.rejects(open(19, undefined, { company }).odoo.account(), errors.AuthRejected);
});

const on = (given: ProviderAnswer, times = Number.POSITIVE_INFINITY): Script => {
  let left = times;
  return (_, called) => (called === 'account.move/read' && left-- > 0 ? given : undefined);
};
const asRpc = (data: object) => answer({ error: { code: 200, message: 'Odoo Server Error', data } });

test('errors have the right class for both APIs, and never contain the traceback', async () => {
  type Case = [number, ProviderAnswer, abstract new (...given: never[]) => Error];
  const cases: Case[] = [
    [19, answer(failure('werkzeug.exceptions.Unauthorized'), 401), errors.AuthRejected],
    [19, answer(failure('odoo.exceptions.AccessError'), 403), errors.PermissionDenied],
    [19, answer(failure('odoo.exceptions.UserError'), 422), Refused],
    [19, answer(failure('odoo.exceptions.MissingError'), 404), Refused],
    [19, answer(failure('builtins.ValueError'), 500), Refused],
    [
      19,
      answer(failure('werkzeug.exceptions.NotFound', "the model 'sale.order' does not exist"), 404),
      errors.Unsupported,
    ],
    [19, page(404), errors.AuthRejected],
    [19, page(200), errors.Unavailable],
    [19, page(503), errors.Unavailable],
    [19, answer('{"a":', 200), errors.Unavailable],
    [19, answer('', 429), errors.RateLimited],
    [18, asRpc(failure('odoo.exceptions.AccessDenied')), errors.AuthRejected],
    [18, asRpc(failure('odoo.exceptions.AccessError')), errors.PermissionDenied],
    [18, asRpc(failure('odoo.exceptions.ValidationError')), Refused],
    [18, asRpc(failure('builtins.KeyError', 'sale.order')), errors.Unsupported],
    [18, asRpc(failure('psycopg2.OperationalError', 'FATAL: database "acme" does not exist')), errors.Unavailable],
    [18, page(404), errors.Unavailable],
  ];
  for (const [version, given, wanted] of cases) {
    const error = await open(version, on(given))
      .odoo.call('account.move', 'read', {})
      .then(
        () => assert.fail(`no error for ${given.body}`),
        (thrown: Error) => thrown,
      );
    assert.ok(error instanceof wanted, `${given.status} ${given.body}: ${error.name}`);
    assert.ok(!`${error.stack}${JSON.stringify(error)}`.includes('a-secret-key'));
  }
});

test('a call that was rolled back is repeated, and a 401 is final only if it comes twice', async () => {
  const conflict = answer(failure('psycopg2.errors.SerializationFailure'), 500);
  assert.equal(await open(19, on(conflict, 2)).odoo.call('account.move', 'read', {}), true);
  assert.equal(await open(19, on(page(401), 1)).odoo.call('account.move', 'read', {}), true);
  await assert.rejects(open(19, on(page(401), 2)).odoo.call('account.move', 'read', {}), errors.AuthRejected);
});

test('a failed sign-in is NotSent, and is tried again by the next call', async () => {
  let isDown = true;
  const { odoo } = open(19, (_, called) => (called === 'res.users/context_get' && isDown ? page(503) : undefined));
  await assert.rejects(odoo.call('account.move', 'create', {}), errors.NotSent);
  isDown = false;
  assert.equal(await odoo.call('account.move', 'create', {}), true);
});

test('fields that a server does not have are not asked for', async () => {
  const fields: Record<string, object> = {
    'account.payment/fields_get': { ref: {}, partner_id: { relation: 'res.partner' } },
    'res.partner/fields_get': { display_name: {} },
  };
  const { odoo } = open(19, (_, called) => (fields[called] ? answer(fields[called]) : undefined));
  const wanted = { ref: {}, memo: {}, partner_id: { fields: { display_name: {}, nickname: {} } } };
  assert.deepEqual(await odoo.existing('account.payment', wanted), {
    ...{ ref: {}, partner_id: { fields: { display_name: {} } } },
  });
});

test('P-ODOO-PASSES a pass that was ended halfway holds up no other pass of the same connection', async () => {
  const sessions = createSessions();
  const forever = new Promise<never>(() => undefined);
  const server = (hangsAt: string): ProviderHttp => ({
    nowMs: () => 0,
    request: ({ url }) => {
      if (url.endsWith(hangsAt)) return forever;
      if (url.endsWith('/web/version')) return Promise.resolve(answer({ version_info: [19, 0] }));
      if (url.endsWith('/context_get')) return Promise.resolve(answer({ uid: 7 }));
      return Promise.resolve(answer(url.endsWith('/fields_get') ? { name: {} } : companies));
    },
  });
  /** Waits for turns of the event loop. Every answer of this server is there after a few of them. */
  async function turns(count: number): Promise<undefined> {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
    return undefined;
  }
  for (const hangsAt of ['/web/version', '/fields_get']) {
    const first = sessions({ http: server(hangsAt), credentials });
    void first.fieldsOf('account.group');
    await turns(1);
    const second = sessions({ http: server('nowhere'), credentials });
    const known = await Promise.race([second.fieldsOf(`account.${hangsAt}`), turns(500)]);
    assert.deepEqual([...(known ?? assert.fail('the second pass waits for the first')).keys()], ['name']);
  }
  // What the first pass has asked for is not answered any more, and the second asks itself.
  assert.ok((await sessions({ http: server('nowhere'), credentials }).fieldsOf('account.group')).has('name'));
});

for (const version of [19, 18])
  test(`Odoo ${version}: a file is read as base64, only if it is one of the company`, async () => {
    const isThere = { records: [{ id: 311 }], length: 1 };
    const asked: ProviderRequest[] = [];
    const script =
      (found: object): Script =>
      (request, called) => {
        const told = (value: unknown) => answer(version >= 19 ? value : { jsonrpc: '2.0', result: value });
        if (called === 'ir.attachment/fields_get') return told({ name: {}, company_id: { relation: 'res.company' } });
        if (called === 'ir.attachment/web_search_read') return told(found);
        if (called !== 'ir.attachment/read') return undefined;
        asked.push(request);
        return { status: 200, headers: {}, body: '' };
      };
    const readFile = (found: object, id = '311') => {
      const { http } = open(version, script(found));
      return createOdooConnector().content?.({ http, credentials, id });
    };
    assert.deepEqual(await readFile(isThere), { kind: 'base64', member: 'datas' });
    assert.equal(asked.length, 1);
    assert.ok(asked[0]?.isContent && asked[0].body?.includes('"datas"') && asked[0].body.includes('[311]'));
    await assert.rejects(async () => readFile({ records: [], length: 0 }), errors.Unsupported);
    await assert.rejects(async () => readFile(isThere, '311 or 1=1'), errors.Unsupported);
    assert.equal(asked.length, 1, 'no file was asked for');
  });
