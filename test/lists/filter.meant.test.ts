import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { useApp } from '../harness.ts';

/** Filters in the syntax of another language are rejected; "~" ignores case and accents. */
const app = useApp();

async function ask(account: Awaited<ReturnType<typeof app.account>>, query: string, path = '/companies') {
  return account.send(`GET ${path}?query=${encodeURIComponent(query)}`);
}

const meant: [query: string, rightForm: string][] = [
  ['name==Baker', 'write name=Baker'],
  ['name===Baker', 'write name=Baker'],
  ['name<>Baker', 'write name!=Baker'],
  ['created=>2026-01-01', 'write created>=2026-01-01'],
  ['name=~Baker', 'write name~Baker'],
  ["name='Baker'", 'write name="Baker"'],
  ["name~'O\"Neill'", 'write name~"O\\"Neill"'],
  ['name=\u201cBaker\u201d', 'write name="Baker"'],
  ['name=Baker AND created>2026-01-01', 'write name=Baker && created>2026-01-01'],
  ['name=Baker or name=Butcher', 'write name=Baker || name=Butcher'],
  ['name=Baker & tags.region=EU', 'write name=Baker && tags.region=EU'],
  ['name=Baker|name=Butcher', 'write name=Baker || name=Butcher'],
];

test('A-12: a filter in the syntax of another language returns 400 with the correct form and explains how to quote text', async () => {
  const account = await app.account();
  await account.send('POST /companies', { body: { name: 'Baker' } });
  for (const [query, rightForm] of meant) {
    const answer = await ask(account, query);
    assert.equal(answer.status, 400, `${query} returned ${answer.text}`);
    assert.equal(answer.body.code, 'queryMalformed');
    assert.ok(answer.body.error.includes(rightForm), `${query}: ${answer.body.error}`);
    assert.match(answer.body.error, /Double quotes make any text literal: /, query);
    // The quoted form that the message suggests is accepted.
    const literal = /literal: (.*)\.$/s.exec(answer.body.error)?.[1] ?? '';
    assert.equal((await ask(account, literal)).status, /^created/.test(query) ? 400 : 200, literal);
  }
});

test('A-12: double quotes make any text literal, and text that does not look like a comparison needs none', async () => {
  const account = await app.account();
  const names = ['Marks AND Spencer', 'a AND b=c', "'quoted'", '==', 'R&D', 'this or that', "'t Hooft", 'x | y'];
  for (const name of names) await account.send('POST /companies', { body: { name } });
  for (const name of names) {
    const found = await ask(account, `name="${name}"`);
    assert.deepEqual(
      found.body.results.map((company: { name: string }) => company.name),
      [name],
    );
  }
  for (const bare of ['Marks AND Spencer', 'R&D', 'this or that', "'t Hooft", 'x | y'])
    assert.equal((await ask(account, `name=${bare}`)).body.totalResults, 1, bare);
});

test('A-12: a value that an enumeration, number, date, boolean or id cannot have returns 400 and the possible values', async () => {
  const account = await app.account();
  const company = (await account.send('POST /companies', { body: { name: 'Baker' } })).body;
  const history = `/companies/${company.companyId}/data/history`;
  const refused: [path: string, query: string, said: string][] = [
    ['/companies', 'dataConnections.status=Linkd', 'PendingAuth, Linked, Unlinked, Deauthorized'],
    ['/companies', 'dataConnections.status~xyz', 'PendingAuth, Linked, Unlinked, Deauthorized'],
    ['/companies', 'created>31.01.2026', '2026-01-31'],
    ['/companies', 'companyId=17', '01890a5d-'],
    [history, 'status!=Done', 'Queued, Fetching'],
    [history, 'trigger=byHand', 'first, schedule, manual'],
    [history, 'dataType=invoice', 'invoices'],
    [history, 'isFull=yes', 'true or false'],
    ['/webhooks/messages', 'status=sent', 'pending, failed, delivered, unmatched'],
    ['/webhooks/messages', 'eventType=sync.done', 'sync.completed'],
    ['/webhooks/consumers', 'status=on', 'enabled, disabled'],
    ['/rules', 'type=nothing', 'company.created'],
  ];
  for (const [path, query, said] of refused) {
    const answer = await ask(account, query, path);
    assert.equal(answer.status, 400, `${path} ${query} returned ${answer.text}`);
    assert.equal(answer.body.code, 'queryValue', answer.text);
    assert.ok(answer.body.error.includes(said), answer.body.error);
  }
  assert.equal((await ask(account, 'dataConnections.status=linked')).status, 200, 'choices ignore case');
});

test('A-12: every enumeration field of a list rejects other values and lists the allowed ones', async () => {
  const account = await app.account();
  const company = (await account.send('POST /companies', { body: { name: 'Baker' } })).body;
  let asked = 0;
  for (const { path, field, values } of enumerationsOfLists(JSON.parse(readFileSync('docs/openapi.json', 'utf8')))) {
    const given = path.replace('{companyId}', company.companyId);
    if (given.includes('{') || given.startsWith('/operator') || given.includes('/data/')) continue;
    const answer = await ask(account, `${field}=no-such-value`, given);
    // Restatements need a moment, which test/restatements gives.
    if (answer.status === 403 || answer.body.code === 'fieldUnknown' || path.includes('/restatements/')) continue;
    asked++;
    assert.equal(answer.status, 400, `${path} ${field} returned ${answer.text}`);
    for (const value of values) assert.ok(answer.body.error.includes(value), `${path} ${field}: ${answer.body.error}`);
  }
  assert.ok(asked >= 8, `only ${asked} fields were tested`);
});

type Operation = {
  parameters?: { name?: string }[];
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Document = { paths: Record<string, { get?: Operation }>; components: { schemas: Record<string, Schema> } };
type Schema = { enum?: unknown[]; properties?: Record<string, Schema>; items?: Schema; $ref?: string };

function* enumerationsOfLists(document: Document) {
  const resolve = (schema: Schema = {}): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!methods.get?.parameters?.some(({ name }) => name === 'query')) continue;
    const answer = resolve(methods.get?.responses?.['200']?.content?.['application/json']?.schema);
    const record = resolve(resolve(answer.properties?.results).items);
    for (const [field, schema] of Object.entries(record.properties ?? {})) {
      const values = resolve(schema).enum?.filter((value) => typeof value === 'string');
      if (values?.length) yield { path, field, values };
    }
  }
}

const same: [name: string, searched: string[]][] = [
  ['Bäckerei Müller GmbH', ['gmbh', 'GMBH', 'muller', 'MÜLLER', 'mu\u0308ller', 'backerei']],
  ['Café de Paris', ['cafe', 'CAFÉ', 'cafe\u0301']],
  ['Møller & Łódź', ['moller', 'lodz', 'ŁÓDŹ']],
  ['ООО Ромашка', ['ооо ром', 'РОМАШКА']],
  ['ΟΔΟΣ Α.Ε.', ['οδος', 'οδοσ', 'Οδός']],
  ['İstanbul', ['istanbul', 'ISTANBUL']],
  ['각', ['각']],
];

test('A-12: "~" ignores case and accents, and "=" stays exact', async () => {
  const account = await app.account();
  for (const [name] of same)
    await account.send('POST /companies', { body: { name, description: name, tags: { trade: name } } });
  for (const [name, searched] of same) {
    for (const text of searched) {
      for (const field of ['name', 'description', 'tags.trade']) {
        const answer = await ask(account, `${field}~"${text}"`);
        const found = answer.body.results.map((company: { name: string }) => company.name);
        assert.deepEqual(found, [name], `${field}~${text}`);
        assert.equal(answer.body.totalResults, 1);
        if (text !== name) assert.equal((await ask(account, `${field}="${text}"`)).body.totalResults, 0, text);
      }
    }
  }
  assert.equal((await ask(account, 'name~가')).body.totalResults, 0, 'part of a syllable does not match');
  assert.equal((await ask(account, 'name=Café de Paris')).body.totalResults, 1);
  assert.equal((await ask(account, 'name=café de paris')).body.totalResults, 0);
});
