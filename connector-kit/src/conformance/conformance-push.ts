import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { compareKept } from '../compare-kept.ts';
import type { Connector, PreparedPush, PulledRecord, Push, PushAnswer, PushInput, PushWish } from '../connector.ts';
import { findDataType } from '../data-types/catalogue.ts';
import { parseExact } from '../exact-json.ts';
import { Unavailable } from '../provider-errors.ts';
import {
  type ConformanceCheck,
  type ConformanceTarget,
  type PushTarget,
  pullAll,
  textOf,
  textsOf,
} from './conformance-target.ts';

/** Checks for connectors that can push. They run for every data type that the connector can write. */
export function pushChecks(connector: Connector, target: ConformanceTarget, from: PushTarget): ConformanceCheck[] {
  return Object.entries(connector.push ?? {}).flatMap(([dataType, push]) => {
    const name = `${connector.platform.key}: ${dataType}:`;
    const place = { connector, target, from, dataType, push };
    const { create, update, delete: remove } = push.operations;
    const checks: (ConformanceCheck | false)[] = [
      { title: `${name} the description of pushes is valid`, run: async () => checkDescription(place) },
      { title: `${name} the same push always gives the same request, without secrets`, run: () => checkPrepare(place) },
      Boolean(create) && {
        title: `${name} a created record can be pulled and equals the record that the push returned`,
        run: () => checkCreate(place),
      },
      Boolean(update) && {
        title: `${name} find reports an update or a deletion only after it was performed`,
        run: () => checkChange(place, Boolean(remove)),
      },
      Boolean(remove && !update) && {
        title: `${name} find reports a deletion only after it was performed`,
        run: () => checkRemoval(place),
      },
      push.certainty === 'key' && {
        title: `${name} sending the same reference twice creates one record`,
        run: () => checkKey(place),
      },
      push.certainty !== 'none' && {
        title: `${name} after a lost response the outcome is found, and the write happened once`,
        run: () => checkLost(place),
      },
      { title: `${name} a rejection names the wrong fields and changes nothing`, run: () => checkRefused(place) },
      from.acceptNext !== undefined && {
        title: `${name} the outcome of an accepted push is found by its ticket`,
        run: () => checkAccepted(place),
      },
      push.isReadBack === true &&
        from.forgetNext !== undefined && {
          title: `${name} find reports "absent" for a record that the provider acknowledged but did not store`,
          run: () => checkForgotten(place),
        },
    ];
    return checks.filter((check) => check !== false);
  });
}

type PushCase = { connector: Connector; target: ConformanceTarget; from: PushTarget; dataType: string; push: Push };

export function inputFor({ target, push }: Pick<PushCase, 'target' | 'push'>, wish: PushWish): PushInput {
  const { http, credentials } = target;
  return { http, credentials, wish, prepared: push.prepare(wish, credentials) };
}

/**
 * Returns the `PushWish` to create the record. If the data type does not support `create`, returns the `PushWish` to
 * update the first existing record.
 */
async function wishFor(place: PushCase, record: object): Promise<PushWish> {
  const reference = randomUUID();
  if (place.push.operations.create) return { operation: 'create', record, reference };
  const [recordId = assert.fail(`there are no ${place.dataType}`)] = (await pulled(place)).keys();
  return { operation: 'update', record, recordId, reference };
}

/** Returns the input of a push that the provider accepts. Without `credentials`, the push uses `target.credentials`. */
export async function writing(place: PushCase, credentials = place.target.credentials): Promise<PushInput> {
  const wish = await wishFor(place, await place.from.example(place.dataType));
  return inputFor({ ...place, target: { ...place.target, credentials } }, wish);
}

/** The number of records that one write adds: 1, or 0 if the data type only supports updates. */
const grownBy = ({ push }: PushCase) => (push.operations.create ? 1 : 0);

export async function pulled({
  connector,
  target,
  dataType,
}: Omit<PushCase, 'from' | 'push'>): Promise<Map<string, string>> {
  return textsOf(await pullAll(connector, target, dataType));
}

export function recordOf(answer: PushAnswer | { kind: 'absent' }): PulledRecord {
  if (answer.kind !== 'done') assert.fail(`expected "done", not ${JSON.stringify(answer)}`);
  return answer.record;
}

function checkDescription({ connector, dataType, push }: PushCase): void {
  assert.ok(Object.hasOwn(connector.pull, dataType), 'a data type that can be pushed can also be pulled');
  const { create, update } = push.operations;
  assert.ok(Object.keys(push.operations).length > 0);
  const open: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    const { type, properties, items, additionalProperties } = schema as Record<string, unknown>;
    if (type === 'object' && additionalProperties !== false) open.push(path);
    for (const [name, inner] of Object.entries(properties ?? {})) visit(inner, `${path}.${name}`);
    if (items) visit(items, `${path}.*`);
  };
  for (const schema of [create, update]) if (schema) visit(schema, '');
  assert.deepEqual(open, [], 'some objects in the schema allow additional properties');
  for (const [pointer, chosenFrom] of Object.entries(push.choices)) {
    assert.ok(Object.hasOwn(connector.pull, chosenFrom), `${pointer} refers to ${chosenFrom}, which cannot be pulled`);
    assert.ok(schemaAt(create ?? update, pointer), `the schema does not contain ${pointer}`);
  }
  if (push.certainty === 'search' || push.isReadBack) assert.ok(push.find, 'find is missing');
}

/** The part of a schema that a pointer such as `lineItems.0.accountRef.id` refers to. */
function schemaAt(schema: unknown, pointer: string): unknown {
  return pointer.split('.').reduce<unknown>((found, name) => {
    const { properties, items } = (found ?? {}) as { properties?: Record<string, unknown>; items?: unknown };
    return /^(\*|\d+)$/.test(name) ? items : properties?.[name];
  }, schema);
}

async function checkPrepare(place: PushCase): Promise<void> {
  const { push, target, connector, from, dataType } = place;
  const record = await from.example(dataType);
  const before = JSON.stringify(record);
  for (const operation of ['create', 'update', 'delete'] as const) {
    if (!push.operations[operation]) continue;
    const wish = {
      ...{ operation, reference: randomUUID() },
      ...(operation !== 'delete' && { record }),
      ...(operation !== 'create' && { recordId: 'some/odd id?' }),
    };
    const text = (given: PushWish) => requestText(push.prepare(given, target.credentials));
    const [first, copy] = [
      text(wish),
      { ...wish, ...(operation !== 'delete' && { record: parseExact(before) as object }) },
    ];
    assert.equal(text(copy), first);
    const other = randomUUID();
    assert.equal(
      text({ ...wish, reference: other }).replaceAll(other, wish.reference),
      first,
      'another reference must not change anything else in the request',
    );
    assert.ok(!/authorization/i.test(first));
    for (const { name, secret } of connector.credentialFields)
      if (secret) assert.ok(!first.includes(target.credentials[name] ?? '?'), 'the request contains a secret');
    assert.ok(!push.prepare(wish, target.credentials).url.includes('odd id?'), 'the id must be escaped in the URL');
  }
  assert.equal(JSON.stringify(record), before, 'prepare must not modify the record');
}

/** The request as text: base64 would hide the reference, and a secret. */
function requestText({ body = '', isBase64, ...request }: PreparedPush): string {
  return JSON.stringify({ ...request, body: isBase64 ? Buffer.from(body, 'base64').toString('latin1') : body });
}

async function checkCreate(place: PushCase): Promise<void> {
  const { push, from, dataType } = place;
  const input = await writing(place);
  const schema = Compile(push.operations.create ?? assert.fail('create is not supported'));
  const sent = JSON.stringify(input.wish.record);
  assert.ok(
    schema.Check(JSON.parse(sent)),
    `the example does not match the schema: ${JSON.stringify(schema.Errors(JSON.parse(sent)))}`,
  );
  const before = await pulled(place);
  const record = recordOf(await push.send(input));
  const after = await pulled(place);
  assert.equal(after.get(record.id), textOf(record), 'the returned record must equal the pulled record');
  assert.equal(before.has(record.id), false);
  assert.equal(after.size, before.size + 1);
  const stored = Compile(findDataType(dataType)?.record ?? assert.fail());
  assert.ok(stored.Check(JSON.parse(textOf(record))), JSON.stringify(stored.Errors(JSON.parse(textOf(record)))));
  const longNumbers = sent.match(/\d[\d.]{15,}/g) ?? [];
  for (const number of longNumbers) assert.ok(textOf(record).includes(number), `${number} was changed`);
  const kept = parseExact(textOf(record)) as object;
  const whole = findDataType(dataType)?.record ?? assert.fail();
  const warnings = compareKept({ sent: input.wish.record ?? {}, kept, whole });
  assert.deepEqual(
    warnings.map(({ itemId }) => itemId),
    from.adjusted?.[dataType] ?? [],
    `unexpected differences from the sent record: ${JSON.stringify(warnings)}`,
  );
  if (push.isReadBack) assert.equal(recordOf((await push.find?.(input)) ?? assert.fail()).id, record.id);
}

async function checkChange(place: PushCase, isDeletable: boolean): Promise<void> {
  const { push, from, dataType } = place;
  const { id: recordId } = recordOf(await push.send(await writing(place)));
  const before = await pulled(place);
  const record = await from.example(dataType);
  const update = inputFor(place, { operation: 'update', record, recordId, reference: randomUUID() });
  if (push.find) assert.deepEqual(await push.find(update), { kind: 'absent' });
  const updated = recordOf(await push.send(update));
  const after = await pulled(place);
  assert.equal(updated.id, recordId);
  assert.equal(after.get(recordId), textOf(updated));
  assert.notEqual(after.get(recordId), before.get(recordId));
  assert.equal(after.size, before.size);
  if (push.find) assert.equal(textOf(recordOf(await push.find(update))), textOf(updated));
  if (isDeletable) await remove(place, recordId);
}

async function checkRemoval(place: PushCase): Promise<void> {
  const { id } = recordOf(await place.push.send(await writing(place)));
  assert.equal((await pulled(place)).has(id), true);
  await remove(place, id);
}

async function remove(place: PushCase, recordId: string): Promise<void> {
  const { push } = place;
  const removal = inputFor(place, { operation: 'delete', recordId, reference: randomUUID() });
  if (push.find) assert.deepEqual(await push.find(removal), { kind: 'absent' });
  const deleted = recordOf(await push.send(removal));
  assert.deepEqual([deleted.id, deleted.isDeleted, deleted.record], [recordId, true, undefined]);
  assert.equal((await pulled(place)).has(recordId), false);
  if (push.find) assert.equal(recordOf(await push.find(removal)).isDeleted, true);
  const again = await push.send(inputFor(place, { operation: 'delete', recordId, reference: randomUUID() }));
  assert.equal(again.kind, 'refused', 'a deleted record cannot be deleted again');
}

async function checkKey(place: PushCase): Promise<void> {
  const input = await writing(place);
  const first = recordOf(await place.push.send(input));
  const before = await pulled(place);
  const second = recordOf(await place.push.send(input));
  assert.deepEqual([second.id, textOf(second)], [first.id, textOf(first)]);
  assert.deepEqual(await pulled(place), before);
}

async function checkLost(place: PushCase): Promise<void> {
  const { push, from, target, dataType } = place;
  const before = await pulled(place);
  const input = await writing(place);
  if (push.find) assert.deepEqual(await push.find(input), { kind: 'absent' }, 'the push was never sent');
  await from.loseAnswer(dataType);
  try {
    const sent = await push.send(input).catch((error: unknown) => error);
    // A success is allowed too, because `send` may look up the outcome itself after the response was lost.
    if (!(sent instanceof Unavailable)) recordOf(sent as PushAnswer);
  } finally {
    await target.clearFaults?.();
  }
  const found = await push.find?.(input);
  const again = push.certainty === 'key' ? await push.send(input) : undefined;
  const record = recordOf(found ?? again ?? assert.fail());
  if (again) assert.equal(textOf(recordOf(again)), textOf(record));
  const after = await pulled(place);
  assert.equal(after.size, before.size + grownBy(place), 'the write happened once');
  assert.equal(after.get(record.id), textOf(record));
}

async function checkRefused(place: PushCase): Promise<void> {
  const { push, from, dataType } = place;
  const record = await from.wrong(dataType);
  const schema = push.operations.create ?? push.operations.update;
  assert.ok(schema && Compile(schema).Check(JSON.parse(JSON.stringify(record))), 'the schema must allow the record');
  const before = await pulled(place);
  const input = inputFor(place, await wishFor(place, record));
  const answer = await push.send(input);
  if (answer.kind !== 'refused') assert.fail(`expected "refused", not ${JSON.stringify(answer)}`);
  assert.ok(answer.message.length > 0 && answer.errors.length > 0);
  for (const { itemId, message } of answer.errors)
    assert.ok(schemaAt(schema, itemId) && message, `${itemId} is not a field that a client can set`);
  assert.deepEqual(await pulled(place), before);
  if (push.find) assert.deepEqual(await push.find(input), { kind: 'absent' });
}

async function checkAccepted(place: PushCase): Promise<void> {
  const { push, from, target, dataType } = place;
  const poll = push.poll ?? assert.fail('poll is missing');
  const before = await pulled(place);
  const input = await writing(place);
  await from.acceptNext?.(dataType);
  let answer = await push.send(input);
  await target.clearFaults?.();
  assert.equal(answer.kind, 'accepted');
  for (let look = 0; answer.kind === 'accepted'; look++) {
    assert.ok(look < 20, 'the ticket never completes');
    assert.equal(answer.providerStatus, 202);
    answer = await poll({ ...input, ticket: answer.ticket });
  }
  const record = recordOf(answer);
  const after = await pulled(place);
  assert.equal(after.get(record.id), textOf(record));
  assert.equal(after.size, before.size + 1);
  await assert.rejects(poll({ ...input, ticket: 'nobody' }), Unavailable, 'an unknown ticket must throw Unavailable');
}

async function checkForgotten(place: PushCase): Promise<void> {
  const { push, from, target, dataType } = place;
  const before = await pulled(place);
  const input = await writing(place);
  await from.forgetNext?.(dataType);
  recordOf(await push.send(input));
  await target.clearFaults?.();
  assert.deepEqual(await push.find?.(input), { kind: 'absent' });
  assert.deepEqual(await pulled(place), before);
}
