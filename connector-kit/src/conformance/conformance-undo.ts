import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Connector, PulledRecord, PushWish } from '../connector.ts';
import type { Undo } from '../undo.ts';
import { inputFor, pulled, recordOf } from './conformance-push.ts';
import { type ConformanceCheck, type ConformanceTarget, type PushTarget, textOf } from './conformance-target.ts';

type UndoCase = { connector: Connector; target: ConformanceTarget; from: PushTarget };

/** Checks that records can be undone as `Push.undo` promises: one by one, and when they refer to each other. */
export function undoChecks(connector: Connector, target: ConformanceTarget, from: PushTarget): ConformanceCheck[] {
  const place = { connector, target, from };
  const { key } = connector.platform;
  const single = Object.entries(connector.push ?? {}).flatMap(([dataType, { operations, undo }]) =>
    operations.create && undo
      ? [{ title: `${key}: ${dataType}: a new record is undone as promised`, run: () => checkUndo(place, dataType) }]
      : [],
  );
  const chained = chains.flatMap((chain) => {
    const able = chain.dataTypes.filter((dataType) => connector.push?.[dataType]?.undo);
    if (able.length < 2 || able[0] !== chain.dataTypes[0]) return [];
    const title = `${key}: ${able.join(', ')} that refer to each other are undone as promised, the last one first`;
    return [{ title, run: () => checkChain(place, { ...chain, dataTypes: able }) }];
  });
  return [...single, ...chained];
}

type Made = { dataType: string; recordId: string; undo: Undo };

async function checkUndo(place: UndoCase, dataType: string): Promise<void> {
  const promised = (await variantsOf(place, dataType)).filter(({ undo }) => undo);
  assert.ok(promised.length > 0, 'undo promises nothing for any status, so it must be left out');
  for (const { record } of promised) await undoAndCheck(place, await make(place, dataType, record));
}

/** A record of each status that a client can create it with, and one that has the status of the example. */
async function variantsOf({ connector, from }: UndoCase, dataType: string) {
  const { operations, undo } = connector.push?.[dataType] ?? assert.fail();
  const { status } = (operations.create?.properties ?? {}) as { status?: { enum?: string[] } };
  const variants: { record: object; undo: Undo | undefined }[] = [];
  for (const variant of [{}, ...(status?.enum ?? []).map((one) => ({ status: one }))]) {
    const record = { ...(await from.example(dataType)), ...variant };
    variants.push({ record, undo: undo?.(record) });
  }
  return variants;
}

async function make(place: UndoCase, dataType: string, record: object): Promise<Made> {
  const { operations, undo } = place.connector.push?.[dataType] ?? assert.fail();
  const promised = undo?.(record) ?? assert.fail();
  if (promised.way === 'delete') assert.ok(operations.delete, 'undo promises a deletion, which is not supported');
  else
    for (const name of Object.keys(promised.record))
      assert.ok(operations.update?.properties[name], `undo sends the field ${name}, which an update does not accept`);
  const { id: recordId } = await write(place, dataType, { operation: 'create', record });
  return { dataType, recordId, undo: promised };
}

async function undoAndCheck(place: UndoCase, { dataType, recordId, undo }: Made): Promise<void> {
  const before = await pulled({ ...place, dataType });
  assert.ok(before.has(recordId), 'the new record is in the data set');
  const operation = undo.way === 'delete' ? 'delete' : 'update';
  const answered = await write(place, dataType, {
    ...{ operation, recordId },
    ...(undo.way !== 'delete' && { record: undo.record }),
  });
  assert.equal(answered.id, recordId);
  const text = (await pulled({ ...place, dataType })).get(recordId);
  if (undo.way === 'delete') return assert.equal(text, undefined, 'the record is deleted');
  assert.equal(text, textOf(answered));
  const { status, itemStatus } = JSON.parse(text ?? '{}') as { status?: string; itemStatus?: string };
  assert.equal(itemStatus ?? status, undo.way === 'void' ? 'Void' : 'Archived');
}

type Chain = { dataTypes: readonly string[]; party: 'customerRef' | 'supplierRef'; document: 'Invoice' | 'Bill' };

const chains: readonly Chain[] = [
  { dataTypes: ['customers', 'invoices', 'payments'], party: 'customerRef', document: 'Invoice' },
  { dataTypes: ['suppliers', 'bills', 'billPayments'], party: 'supplierRef', document: 'Bill' },
];

async function checkChain(place: UndoCase, { dataTypes, party, document }: Chain): Promise<void> {
  const [parties = '', documents = '', payments] = dataTypes;
  const first = await make(place, parties, await place.from.example(parties));
  const variants = await variantsOf(place, documents);
  // A document that must be voided stays, and still names the party that is undone after it.
  const chosen = variants.find(({ undo }) => undo?.way === 'void') ?? variants.find(({ undo }) => undo);
  const second = await make(place, documents, { ...chosen?.record, [party]: { id: first.recordId } });
  const made = [first, second];
  if (payments) {
    const links = [{ links: [{ type: document, id: second.recordId, amount: 1 }] }];
    const { create } = place.connector.push?.[payments]?.operations ?? {};
    const named = create?.properties[party] && { [party]: { id: first.recordId } };
    const record = { ...(await place.from.example(payments)), ...named, totalAmount: 1, lines: links };
    made.push(await make(place, payments, record));
  }
  for (const one of made.toReversed()) await undoAndCheck(place, one);
}

async function write(place: UndoCase, dataType: string, given: Omit<PushWish, 'reference'>): Promise<PulledRecord> {
  const push = place.connector.push?.[dataType] ?? assert.fail();
  return recordOf(await push.send(inputFor({ target: place.target, push }, { ...given, reference: randomUUID() })));
}
