import { undoBy } from '@daybook/connector-kit';
import { closed, fileContent, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readContent } from '../../read-content.ts';
import { sandboxType } from '../../sandbox-type.ts';
import { longText, name } from '../values.ts';

type WireAttachment = {
  file_name: string;
  media_type: string;
  bytes: number;
  sha256?: string;
  record?: { type: string; id: string };
  memo?: string;
  created_at: string;
};

const schema = closed({
  name: name(),
  contentType: optional(Type.String({ pattern: '^[\\w.+-]+/[\\w.+-]+$', maxLength: 100 })),
  description: optional(longText()),
  recordRef: optional(closed({ dataType: name(), id: name() })),
  content: fileContent,
});

export const attachments = {
  ...sandboxType({
    dataType: 'attachments',
    map: (wire: WireAttachment) => ({
      name: wire.file_name,
      contentType: wire.media_type,
      size: wire.bytes,
      hash: wire.sha256 === undefined ? undefined : { algorithm: 'SHA-256', value: wire.sha256 },
      recordRef: wire.record && { dataType: wire.record.type, id: wire.record.id },
      description: wire.memo,
      createdDate: wire.created_at,
    }),
    push: {
      operations: { create: schema, delete: true },
      choices: {},
      certainty: 'key',
      undo: undoBy.delete,
      body: ({ name, contentType, description, recordRef, content }: Static<typeof schema>) => ({
        file_name: name,
        media_type: contentType,
        memo: description,
        record: recordRef && { type: recordRef.dataType, id: recordRef.id },
        content,
      }),
      fields: {
        file_name: 'name',
        media_type: 'contentType',
        memo: 'description',
        'record.type': 'recordRef.dataType',
        'record.id': 'recordRef.id',
        content: 'content',
      },
    },
  }),
  content: readContent,
};
