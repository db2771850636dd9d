import { type PulledRecord, splitArray } from '@daybook/connector-kit';
import { readXero } from '../../request-xero.ts';

type XeroFile = { AttachmentID: string; FileName: string; MimeType?: string; ContentLength?: number };
/**
 * A file with the record that it belongs to: what Xero sends of a file does not say it. `recordId` is set if the record
 * has another id in Daybook than in Xero's URLs.
 */
export type OwnedFile = { endpoint: string; ownerId: string; dataType: string; recordId?: string; file: XeroFile };

export const recordOf = (owned: OwnedFile): PulledRecord => ({
  id: owned.file.AttachmentID,
  record: () => ({
    name: owned.file.FileName,
    contentType: owned.file.MimeType || undefined,
    size: owned.file.ContentLength,
    recordRef: { dataType: owned.dataType, id: owned.recordId ?? owned.ownerId },
  }),
  source: JSON.stringify(owned),
});

export const ownedPath = ({ endpoint, ownerId }: Pick<OwnedFile, 'endpoint' | 'ownerId'>) =>
  `${endpoint}/${encodeURIComponent(ownerId)}/Attachments`;

/** Without the address, which repeats the other values. */
export function filesIn(body: string): XeroFile[] {
  return readXero(body, () =>
    splitArray(body, 'Attachments').elements.map((element) => {
      const { Url, ...file } = JSON.parse(element) as XeroFile & { Url?: string };
      if (typeof file.AttachmentID !== 'string') throw new SyntaxError('The file has no id.');
      return file;
    }),
  );
}
