import {
  defineType,
  type PulledRecord,
  pullChanged,
  type ReadContent,
  Unavailable,
  Unsupported,
} from '@daybook/connector-kit';
import { type PullSettings, readRecord } from '../../pull-records.ts';
import { type Access, readAll } from '../../read-all.ts';
import { companyUrl, fail, headers, readFaults, readQuickbooks } from '../../request-quickbooks.ts';
import { type QboAttachable, recordIn, source } from './files-of-records.ts';
import { createFilePush } from './push-files.ts';

const readContent =
  ({ baseUrl }: PullSettings): ReadContent =>
  async ({ http, credentials, id }) => {
    const missing = () => new Unsupported('QuickBooks no longer has this file.');
    const url = companyUrl(baseUrl, credentials, `attachable/${encodeURIComponent(id)}`, {});
    const answer = await http.request({ method: 'GET', url, headers });
    const isGone = readFaults(answer.body)?.some(({ code }) => code === '610') ?? answer.status === 404;
    if (isGone) throw missing();
    if (answer.status !== 200) return fail(answer, http);
    const { TempDownloadUri } = readQuickbooks(
      answer.body,
      (body) => (JSON.parse(body) as { Attachable: QboAttachable }).Attachable,
    );
    if (!TempDownloadUri) throw missing();
    const file = await http.request({ method: 'GET', url: TempDownloadUri, isContent: true, isForeign: true });
    if (file.status === 404) throw missing();
    if (file.status !== 200) throw new Unavailable(`QuickBooks' file store answered with status ${file.status}.`);
    return { kind: 'bytes' };
  };

/** Every pass reads the whole list: whether change data capture covers files has not been tried. */
export const attachments = defineType<PullSettings>({
  dataType: 'attachments',
  pull: (place) => pullChanged((input) => readFiles(place, input)),
  push: createFilePush,
  content: readContent,
  fromSource: (element) => readRecord(element, source),
});

async function readFiles(place: PullSettings, access: Access): Promise<PulledRecord[]> {
  const elements = await readAll(place, access, source);
  const all = readQuickbooks('', () => elements.map(recordIn));
  return all.filter(({ isDeleted }) => !isDeleted);
}
