import { randomInt } from 'node:crypto';
import { type Book, layoutOf } from '../books/book.ts';
import { type CompanyChanges, changesOf } from '../books/company-changes.ts';
import { changeTimeText } from '../books/dates.ts';
import { Random } from '../books/random.ts';
import { newId } from '../books/record-ids.ts';
import { tombstone } from '../records/read-pages.ts';
import { writtenText } from '../records/write-record.ts';
import type { CompanyWrites, KeptAnswer, WriteOperation, WrittenChange } from './company-writes.ts';
import { findMembers, type Members } from './drafting.ts';
import { parseValues, toRaw, zero } from './exact-values.ts';
import { openFields, type Problem } from './read-fields.ts';
import type { WritableType } from './writable-types.ts';

export type Company = { book: Book; changes: CompanyChanges; writes: CompanyWrites };

export type WriteRequest = {
  dataType: string;
  type: WritableType;
  operation: WriteOperation;
  /** Absent on create. */
  id?: string;
  body: string;
};

/** The response to a write, and the changes that the write will make. A rejected write has no changes. */
export type Decision = { answer: KeptAnswer; changes: WrittenChange[]; clientRef?: string; content?: Buffer };

const refuse = (status: number, body: object): Decision => ({
  answer: { status, body: JSON.stringify(body) },
  changes: [],
});

export function decideWrite(company: Company, request: WriteRequest): Decision {
  const { dataType, operation, id } = request;
  const found = id === undefined ? undefined : findMembers(company, dataType, id);
  if (operation === 'create') return decideRecord(company, request, undefined);
  if (!found) return refuse(404, { error: 'unknown_record', message: `There is no such record: ${id}.` });
  const { state } = found.members;
  if (state === 'paid' || state === 'part_paid' || state === 'cancelled')
    return refuse(409, { error: 'conflict', message: `The record is ${state} and can no longer be changed.` });
  if (operation === 'update') return decideRecord(company, request, found);
  return operation === 'delete' ? decideDelete(company, request, found) : decideState(company, request, found);
}

/** A draft is not in the books, so it is deleted and not voided. */
function decideState({ changes }: Company, { dataType, operation }: WriteRequest, { members, index }: Found): Decision {
  const { id, state } = members;
  if (operation === 'void' && state !== 'open')
    return refuse(409, { error: 'conflict', message: `The record is ${state}, and only an open one can be voided.` });
  const changed = operation === 'void' ? { state: 'cancelled', open_amount: toRaw(zero) } : { state: 'archived' };
  return updated(changes, { dataType, id, index, text: textOf({ ...members, ...changed }) });
}

function decideDelete({ changes }: Company, { dataType }: WriteRequest, found: Found): Decision {
  const { id } = found.members;
  return {
    answer: { status: 200, body: tombstone(id, changes.position + 1) },
    changes: [{ dataType, id, index: found.index, kind: 'delete' }],
  };
}

type Found = { index: number; members: Members };

function decideRecord(company: Company, request: WriteRequest, found: Found | undefined): Decision {
  const { book, changes } = company;
  const { dataType, type } = request;
  const layout = layoutOf(book, dataType);
  const { touched, added } = changesOf(changes, dataType);
  const id = found?.members.id ?? newId(layout, new Random(randomInt(2 ** 32)), touched);
  const index = found?.index ?? layout.count + added.length;

  let body: unknown;
  try {
    body = parseValues(request.body);
  } catch {
    return refuse(400, { error: 'bad_json' });
  }
  const problems: Problem[] = [];
  const fields = openFields(body, '', problems);
  if (problems.length) return refuse(422, { error: 'invalid', problems });
  const isSearchable = type.certainty === 'client_ref';
  const given = isSearchable && !found ? fields.text('client_ref') : undefined;
  const clientRef = found ? (found.members.client_ref as string | undefined) : given;
  const drafted = type.draft({ ...company, fields, id, index, before: found?.members });
  const own = fields.own();
  fields.close();
  if (problems.length) return refuse(422, { error: 'invalid', problems });

  const text = textOf({ ...drafted.members, ...own, ...(clientRef !== undefined && { client_ref: clientRef }) });
  if (found) return updated(changes, { dataType, id, index, text });
  const others = drafted.others?.map(({ dataType, index, members }) => ({
    ...{ dataType, id: members.id, index, kind: 'update' as const },
    text: textOf(members),
  }));
  return {
    answer: {
      status: 201,
      body: writtenText(text, { revision: 0, modifiedAt: changeTimeText(changes.position + 1) }),
    },
    changes: [{ dataType, id, index, kind: 'create', text }, ...(others ?? [])],
    ...(given !== undefined && { clientRef: given }),
    ...(drafted.content && { content: drafted.content }),
  };
}

/** An update changes no other record, because only payments do, and these are only created. */
function updated(
  changes: CompanyChanges,
  { dataType, id, index, text }: { dataType: string; id: string; index: number; text: string },
): Decision {
  const revision = (changesOf(changes, dataType).touched.get(id)?.revision ?? 0) + 1;
  const body = writtenText(text, { revision, modifiedAt: changeTimeText(changes.position + 1) });
  return { answer: { status: 200, body }, changes: [{ dataType, id, index, kind: 'update', text }] };
}

function textOf(members: Members): string {
  return JSON.stringify(members).slice(0, -1);
}
