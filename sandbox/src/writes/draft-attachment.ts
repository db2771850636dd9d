import { createHash } from 'node:crypto';
import { recordShapes } from '../books/record-counts.ts';
import { type Drafted, type Drafting, findMembers } from './drafting.ts';
import { toRaw } from './exact-values.ts';

/** Largest file that is written with its content, in base64. */
const contentCharsMax = 16 * 1024 * 1024;
const bytesMax = 2 ** 40;

/**
 * A file that a client adds. It has its `content` in base64, or only a number of `bytes`: then the content is computed,
 * so that tests can have files of any size.
 */
export function draftAttachment(drafting: Drafting): Drafted {
  const { fields, id } = drafting;
  const text = fields.text('content', { max: contentCharsMax });
  const size = fields.decimal('bytes');
  const content = text === undefined ? undefined : Buffer.from(text, 'base64');
  if (content && content.toString('base64') !== text) fields.problem('content', 'must be base64');
  const bytes = content ? content.length : Number(size?.units ?? 0n);
  if (size && (size.scale > 0 || size.units < 0n || size.units > bytesMax))
    fields.problem('bytes', `must be a whole number up to ${bytesMax}`);
  if ((text === undefined) === (size === undefined)) fields.problem('content', 'is required, unless there is "bytes"');
  return {
    members: {
      id,
      file_name: fields.text('file_name', { isRequired: true }),
      media_type: fields.text('media_type') ?? 'application/octet-stream',
      bytes: toRaw({ units: BigInt(bytes), scale: 0 }),
      ...(content ? { sha256: createHash('sha256').update(content).digest('hex') } : { seed: id }),
      record: recordOf(drafting),
      memo: fields.text('memo', { max: 4000 }),
      created_at: '2026-10-14T00:00:00Z',
    },
    ...(content && { content }),
  };
}

function recordOf(drafting: Drafting): { type: string; id: string } | undefined {
  const fields = drafting.fields.object('record');
  const type = fields?.text('type', { isRequired: true });
  const id = fields?.text('id', { isRequired: true });
  if (!fields || type === undefined || id === undefined) return undefined;
  if (!Object.hasOwn(recordShapes, type)) fields.problem('type', `there is no type ${type.slice(0, 40)}`);
  else if (!findMembers(drafting, type, id)) fields.problem('id', `there is no such record: ${id.slice(0, 40)}`);
  return { type, id };
}
