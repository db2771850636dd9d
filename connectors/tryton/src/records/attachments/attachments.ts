import { type ReadContent, Unsupported } from '@daybook/connector-kit';
import { readNamed } from '../../change-records.ts';
import { unreadable } from '../../pull-records.ts';
import { type TrytonShared, trytonType } from '../../tryton-type.ts';
import { source, type WireAttachment } from './attachment-source.ts';
import { attachmentPush } from './push-attachment.ts';

/** Tryton sends a file in base64, as a member of the record. */
const readContent =
  ({ sessions }: TrytonShared): ReadContent =>
  async ({ http, credentials, id }) => {
    const tryton = sessions({ http, credentials });
    const found = await readNamed<WireAttachment>(tryton, source, {
      ...{ operation: 'delete', reference: '', recordId: id },
    });
    // Tryton has no content for an empty file.
    if (!found?.wire.data_size) throw new Unsupported('Tryton does not have this file, or it is empty.');
    await tryton.open(`model.${source.model}.read`, [[found.wire.id], ['data']]).catch(unreadable);
    return { kind: 'base64', member: 'base64' };
  };

export const attachments = {
  ...trytonType({ dataType: 'attachments', ...source, push: attachmentPush }),
  content: readContent,
};
