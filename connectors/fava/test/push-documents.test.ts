import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ProviderHttp, ProviderRequest } from '@daybook/connector-kit';
import { NotSent, Unavailable } from '@daybook/connector-kit';
import { Compile } from 'typebox/compile';
import { shownName, storedName } from '../src/document-names.ts';
import { createFavaConnector } from '../src/fava-connector.ts';

const options = {
  ...{ title: 'Books', operating_currency: ['USD'], include: ['/books/main.beancount'] },
  ...{ filename: '/books/main.beancount', documents: ['papers/../documents'] },
};
const open = (account: string, date = '2020-01-01') => ({
  ...{ t: 'Open', account, currencies: null, booking: null, date, meta: {} },
});
const documentAt = (filename: string, account = 'Assets:Bank') => ({
  ...{ t: 'Document', account, filename, date: '2026-03-01', tags: [], links: [], meta: {} },
});
const known = documentAt('/books/documents/Assets/Bank/2026-03-01 a.pdf');
const accounts = [open('Assets:Bank'), open('Assets:New', '2026-06-01'), open('Expenses:Food')];

const push = createFavaConnector().push?.attachments ?? assert.fail();
const wishOf = (given: object) => ({
  ...{ operation: 'create' as const, reference: randomUUID() },
  record: {
    ...{ name: '2026-11-15 Scan é.pdf', recordRef: { dataType: 'accounts', id: 'Assets:Bank' } },
    ...{ content: Buffer.from('%PDF\0\xff', 'latin1').toString('base64'), ...given },
  },
});

/** A Fava that shows a stored file only in the `shownAt`th journal after it, and then answers `status`. */
function fava({ journal = [...accounts, known] as object[], shownAt = 1, status = 200 } = {}) {
  const sent: ProviderRequest[] = [];
  let [stored, looks] = [undefined as object | undefined, 0];
  const http: ProviderHttp = {
    nowMs: () => 0,
    async request(request) {
      const name = new URL(request.url).pathname.replace('/books/api/', '');
      if (name === 'add_document') {
        sent.push(request);
        const [, file = ''] = /filename="([^"]*)"/.exec(Buffer.from(request.body ?? '', 'base64').toString()) ?? [];
        const isThere = stored !== undefined;
        stored = documentAt(`/books/documents/Assets/Bank/${file}`);
        return { status: status === 200 && isThere ? 409 : status, headers: {}, body: '{"data":"Uploaded"}' };
      }
      if (name === 'journal' && stored) looks++;
      const shown = stored && looks >= shownAt ? [...journal, stored] : journal;
      const data: Record<string, unknown> = { changed: false, ledger_data: { options }, journal: shown };
      return { status: 200, headers: {}, body: JSON.stringify({ data: data[name], mtime: '0' }) };
    },
  };
  const credentials = { url: 'https://books.example/books', user: 'u', password: 'p' };
  const send = (wish: ReturnType<typeof wishOf>) =>
    push.send({ http, credentials, wish, prepared: push.prepare(wish, credentials) });
  return { send, sent };
}

test('the stored name has the push id before its ending, and is shown without it', () => {
  const reference = randomUUID();
  for (const name of ['2026-11-15 a.tar.gz', '2026-11-15 no ending', '2026-11-15 é.pdf']) {
    assert.ok(storedName(name, reference).includes(reference));
    assert.equal(shownName(`/books/${storedName(name, reference)}`), name);
  }
  assert.match(storedName('2026-11-15 a.pdf', reference), /^2026-11-15 a daybook-.*\.pdf$/);
  assert.equal(shownName('C:\\books\\2026-01-01 daybook-notes.pdf'), '2026-01-01 daybook-notes.pdf');
});

test('a file is sent with its account and the folder that Fava watches, byte for byte', async () => {
  const { send, sent } = fava();
  const wish = wishOf({});
  const answer = await send(wish);
  assert.ok(answer.kind === 'done');
  const [request] = sent;
  const bytes = Buffer.from(request?.body ?? '', 'base64');
  assert.equal(request?.isBase64, true);
  for (const part of [
    'name="folder"\r\n\r\npapers/../documents\r\n',
    'name="account"\r\n\r\nAssets:Bank\r\n',
    `filename="2026-11-15 Scan é daybook-${wish.reference}.pdf"`,
  ])
    assert.ok(bytes.includes(Buffer.from(part)), part);
  assert.ok(bytes.includes(Buffer.from('\r\n\r\n%PDF\0\xff\r\n--', 'latin1')));
  const told = answer.record.record?.() as { name: string; recordRef: object };
  assert.deepEqual([told.name, told.recordRef], [wish.record.name, wish.record.recordRef]);
});

test('P-ATTACH: a file that is sent to Fava again exists once, and is waited for until Fava shows it', async () => {
  const { send, sent } = fava({ shownAt: 8 });
  const wish = wishOf({});
  const first = await send(wish).catch((error: unknown) => error);
  assert.ok(first instanceof Unavailable && !(first instanceof NotSent), 'it may be stored');
  const again = await send(wish);
  assert.ok(again.kind === 'done' && again.providerStatus === 409, 'the name is taken by the first request');
  assert.equal((await send(wish)).kind, 'done');
  assert.equal(sent.length, 2, 'a file that is shown is not sent again');
});

test('what Fava or Beancount would reject, or not show, is rejected before anything is sent', async () => {
  const { send, sent } = fava();
  const refOf = (id: string) => ({ recordRef: { dataType: 'accounts', id } });
  const cases: [object, string][] = [
    [refOf('Assets:Nobody'), 'recordRef.id'],
    [refOf('Expenses:Food'), 'recordRef.id'],
    [{ name: '2026-02-30 a.pdf' }, 'name'],
    [{ ...refOf('Assets:New'), name: '2026-05-31 a.pdf' }, 'name'],
    [{ name: '2026-11-15 a.swp' }, 'name'],
    [{ name: `2026-11-15 ${'é'.repeat(110)}` }, 'name'],
  ];
  for (const [given, itemId] of cases) {
    const answer = await send(wishOf(given));
    assert.ok(answer.kind === 'refused', JSON.stringify(given));
    assert.deepEqual(
      answer.errors.map((error) => error.itemId),
      [itemId],
    );
  }
  assert.equal(sent.length, 0);
  const schema = Compile(push.operations.create ?? assert.fail());
  for (const name of ['Scan.pdf', '2026-11-15', '2026-11-15 a/b.pdf', '2026-11-15 "a".pdf', '2026-11-15 a\r\nb.pdf'])
    assert.ok(!schema.Check(wishOf({ name }).record), name);
});

test('after an error of Fava the outcome of an upload is unknown', async () => {
  const failed = await fava({ status: 500, shownAt: 99 })
    .send(wishOf({}))
    .catch((error: unknown) => error);
  assert.ok(failed instanceof Unavailable && !(failed instanceof NotSent));
});
