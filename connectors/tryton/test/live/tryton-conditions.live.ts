import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ProviderHttp, PushOperation, PushWish } from '@daybook/connector-kit';
import { plainHttp } from '@daybook/connector-kit/conformance';
import { useApp } from '../../../../test/harness.ts';
import { tell } from '../../../../test/providers/figures.ts';
import { linkCompany } from '../../../../test/providers/linked-company.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { createTrytonConnector } from '../../src/tryton-connector.ts';
import { TrytonBooks } from './tryton-books.ts';
import { makeDraft } from './tryton-changes.ts';
import { trytonExamples } from './tryton-pushes.ts';
import { newBooks } from './tryton-server.ts';

/** Pushes that name a version (`If-Match`), while a person changes the same record in a real Tryton. */
const place = await newBooks(50);
const books = await TrytonBooks.open(place);
const examples = trytonExamples(books);
const plain = plainHttp({ timeoutMs: 20_000 });
const connector = createTrytonConnector();
const app = useApp({ config: { selfHostedPlatforms: ['tryton'], providerAllowedAddresses: ['127.0.0.0/8'] } });

let count = 0;
const partyOf = (id: string) => books.first('party.contact_mechanism', [['party', '=', Number(id)]]);
const lineOf = (id: string) => books.first('account.invoice.line', [['invoice', '=', Number(id)]]);
const draft = async () => String(await makeDraft(books));
const party = async () =>
  String(
    await books.create('party.party', {
      ...{ name: `Party ${++count}`, addresses: [['create', [{ street: 'Old Street' }]]] },
      contact_mechanisms: [['create', [{ type: 'phone', value: '+44131496000' }]]],
    }),
  );

/** What a person does just before the push arrives, and what then must still be so. */
type Race = {
  dataType: string;
  operation: PushOperation;
  make(): Promise<string>;
  record?: () => Promise<object>;
  edit(id: string): Promise<unknown>;
  stands: [model: string, domain: (id: string) => unknown[]];
};
const edited = 'Edited by hand';
const ofHead: Pick<Race, 'edit' | 'stands'> = {
  edit: (id) => books.write('account.invoice', [Number(id)], { description: edited }),
  stands: [
    'account.invoice',
    (id) => [
      ['id', '=', Number(id)],
      ['description', '=', edited],
      ['state', '=', 'draft'],
    ],
  ],
};
const ofLine: Pick<Race, 'edit' | 'stands'> = {
  edit: async (id) => books.write('account.invoice.line', [await lineOf(id)], { description: edited }),
  stands: [
    'account.invoice.line',
    (id) => [
      ['invoice', '=', Number(id)],
      ['description', '=', edited],
    ],
  ],
};
const invoice = { dataType: 'invoices', make: draft };
const note = async () => ({ note: `Pushed ${++count}` });
const races: Race[] = [
  { ...invoice, operation: 'update', record: note, ...ofHead },
  { ...invoice, operation: 'update', record: () => examples.example('invoices'), ...ofHead },
  { ...invoice, operation: 'update', record: () => examples.example('invoices'), ...ofLine },
  { ...invoice, operation: 'update', record: async () => ({ status: 'Void' }), ...ofHead },
  { ...invoice, operation: 'delete', ...ofHead },
  {
    ...{ dataType: 'customers', operation: 'update', make: party },
    record: async () => ({ customerName: `Pushed ${++count}` }),
    edit: (id) => books.write('party.party', [Number(id)], { name: edited }),
    stands: [
      'party.party',
      (id) => [
        ['id', '=', Number(id)],
        ['name', '=', edited],
      ],
    ],
  },
  {
    ...{ dataType: 'suppliers', operation: 'update', make: party },
    record: async () => ({ phone: '+44131496999' }),
    edit: async (id) => books.write('party.contact_mechanism', [await partyOf(id)], { value: '+44131496001' }),
    stands: ['party.contact_mechanism', (id) => [['party', '=', Number(id)], [['value', 'like', '%6001']]]],
  },
];

/** An HTTP client that lets a person edit before the first request that writes. */
function interrupted(edit: () => Promise<unknown>): ProviderHttp {
  let isDone = false;
  return {
    nowMs: () => plain.nowMs(),
    async request(request) {
      if (!isDone && /"model\.[\w.]+\.(write|delete|cancel)"/.test(request.body ?? '')) {
        isDone = true;
        await edit();
      }
      return plain.request(request);
    },
  };
}

function inputOf({ dataType, operation }: Race, id: string, record: object | undefined, more: Partial<PushWish>) {
  const push = connector.push?.[dataType] ?? assert.fail();
  const wish: PushWish = {
    ...{ operation, recordId: id, reference: randomUUID() },
    ...{ ...(record && { record }), ...more },
  };
  return { push, input: { credentials: place, wish, prepared: push.prepare(wish, place) } };
}

test('a change that a person makes between the check and the write is never overwritten, and the push is stale', async () => {
  let [overwritten, refused] = [0, 0];
  for (const race of Array(3).fill(races).flat() as Race[]) {
    const [id, record] = [await race.make(), await race.record?.()];
    const first = inputOf(race, id, record, {});
    const read = await first.push.read?.({ ...first.input, http: plain });
    assert.ok(read?.kind === 'done');
    const version = first.push.versionOf?.(read.record.source ?? '') ?? assert.fail();
    const { push, input } = inputOf(race, id, record, { version });
    const answer = await push.send({ ...input, http: interrupted(() => race.edit(id)) });
    const [model, domain] = race.stands;
    const standing = await books.call<number>(`model.${model}.search_count`, [domain(id)]);
    if (standing !== 1) overwritten++;
    if (answer.kind === 'refused' && answer.isStale) refused++;
    assert.ok(standing === 1 && answer.kind === 'refused' && answer.isStale, `${race.operation} of ${race.dataType}`);
    // With the version of now, it is written.
    const now = await push.read?.({ ...input, http: plain });
    assert.ok(now?.kind === 'done');
    const again = inputOf(race, id, record, { version: push.versionOf?.(now.record.source ?? '') ?? '' });
    assert.equal((await again.push.send({ ...again.input, http: plain })).kind, 'done', race.dataType);
  }
  tell({ staleRefused: refused, overwritten });
});

test('a push with If-Match is sent only if Tryton still has the record that the client knows', async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'tryton', credentials: place });
  const [unchanged, head, line] = [await draft(), await draft(), await draft()];
  for (const dataType of ['accounts', 'taxRates', 'invoices']) await company.sync(dataType);
  const put = async (id: string) => {
    const read = await account.send(`GET ${company.path}/data/invoices/${id}`);
    return async () => {
      const headers = { 'if-match': read.headers.get('etag') ?? '' };
      const body = { note: 'Pushed', status: 'Draft' };
      const path = `${company.path}/connections/${company.connectionId}/push/invoices/${id}`;
      const answer = await account.send(`PUT ${path}`, { body, headers });
      assert.equal(answer.status, 200, answer.text);
      await waitFor(async () => (await company.readPush(answer.body.pushId)).status !== 'Pending', 60_000);
      return company.readPush(answer.body.pushId);
    };
  };
  const [first, second, third] = [await put(unchanged), await put(head), await put(line)];
  await books.write('account.invoice', [Number(head)], { description: edited });
  await books.write('account.invoice.line', [await lineOf(line)], { description: edited });
  assert.equal((await first()).status, 'Success');
  for (const [send, field, id] of [
    [second, 'note', head],
    [third, 'lineItems.0.description', line],
  ] as const) {
    const failed = await send();
    assert.deepEqual([failed.status, failed.statusCode], ['Failed', 412], JSON.stringify(failed));
    assert.ok(failed.validation.errors.some((error: { itemId: string }) => error.itemId === field));
    const [row] = await books.read<{ description: string }>(
      'account.invoice',
      [['id', '=', Number(id)]],
      ['description'],
    );
    assert.notEqual(row?.description, 'Pushed');
  }
});
