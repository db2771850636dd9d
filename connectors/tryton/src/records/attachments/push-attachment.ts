import { closed, fileContent, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { exists, idFrom, readForChange } from '../../change-records.ts';
import { recordOf, unreadable } from '../../pull-records.ts';
import { deleted, firstRecord, type Pusher, type PushKind } from '../../push-records.ts';
import { refusal } from '../../push-refusals.ts';
import { readFirst } from '../../read-first.ts';
import type { Tryton } from '../../session.ts';
import { owners, source, type WireAttachment } from './attachment-source.ts';

const schema = closed({
  name: text(200, 'Name of the file.'),
  description: optional(text(4000)),
  recordRef: closed({ dataType: Type.Enum(Object.keys(owners)), id: text(20) }),
  content: fileContent,
});
type PushedFile = Static<typeof schema>;

const method = (name: string) => `model.${source.model}.${name}`;

/** Tryton shows the link only of an attachment that is a link, so it can hold the push id of a file. */
const linkOf = (reference: string) => `daybook:${reference}`;

const valuesOf = ({ name, description, recordRef, content }: PushedFile, reference: string) => ({
  ...{ name, type: 'data', description, link: linkOf(reference) },
  resource: `${owners[recordRef.dataType]?.model},${recordRef.id}`,
  data: { __class__: 'bytes', base64: content },
});

/** Tryton checks neither that the record exists nor that it belongs to the company of the user. */
async function hasOwner(tryton: Tryton, { dataType, id }: PushedFile['recordRef']): Promise<boolean> {
  const owner = owners[dataType];
  const number = idFrom(id);
  if (!owner || typeof number === 'string') return false;
  const row = await readFirst(tryton, owner, [...owner.domain, ['id', '=', number]]);
  return row !== undefined && recordOf(owner, row, { isIncremental: false }).length > 0;
}

const creator: Pusher<[[ReturnType<typeof valuesOf>]]> = {
  request: ({ record, reference }) => ({
    method: method('create'),
    params: [[valuesOf(record as PushedFile, reference)]],
  }),
  async complete(tryton, params, { wish }) {
    const { recordRef } = wish.record as PushedFile;
    if (await hasOwner(tryton, recordRef)) return [{ method: method('create'), params }];
    const message = `There is no record ${recordRef.id} in ${recordRef.dataType}.`;
    return refusal(message, { itemId: 'recordRef.id' });
  },
  async find(tryton, { wish }) {
    const domain = [['link', '=', linkOf(wish.reference)]];
    const params = [domain, 0, null, [['id', 'ASC']]];
    const [id, ...others] = await tryton.call<number[]>(method('search'), params).catch(unreadable);
    if (id === undefined) return { kind: 'absent' };
    // A request that seemed to be lost was sent again, and arrived after all.
    if (others.length > 0) await tryton.call(method('delete'), [others]).catch(unreadable);
    return firstRecord(tryton, source, [['id', '=', id]]);
  },
};

const remover: Pusher<[[number]]> = {
  request: ({ recordId }) => ({ method: method('delete'), params: [[idFrom(recordId)]] }),
  async complete(tryton, params, { wish }) {
    const found = await readForChange<WireAttachment>(tryton, source, wish);
    return 'kind' in found ? found : [{ method: method('delete'), params }];
  },
  find: async (tryton, { wish }) => ((await exists(tryton, source, wish)) ? { kind: 'absent' } : deleted(wish)),
};

export const attachmentPush: PushKind = {
  operations: { create: schema, delete: true },
  choices: {},
  pushers: { create: creator, delete: remover },
};
