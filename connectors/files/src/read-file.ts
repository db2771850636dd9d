import type { FileContent } from './file-content.ts';
import { type FileLimits, FileRefused, fileLimits } from './file-refused.ts';
import { readCamt } from './statements/read-camt.ts';
import { readMt940 } from './statements/read-mt940.ts';
import { readOfx } from './statements/read-ofx.ts';
import { readCsv } from './tables/read-csv.ts';
import { readXlsx } from './tables/read-xlsx.ts';
import { decodeText } from './text/decode-text.ts';

export { type FileLimits, type FileRefusal, FileRefused, fileLimits } from './file-refused.ts';

type FileInput = { name: string; bytes: Uint8Array; limits?: Partial<FileLimits> };

/**
 * Finds out which format a file has, and reads it. The format is found by the content; the name is only used in texts.
 * Does no I/O. Reading a large file takes seconds of CPU time and up to about ten times its inflated size in memory, so
 * the server calls it in a thread with limits. Throws FileRefused and nothing else.
 */
export async function readFile({ name, bytes, limits: given }: FileInput): Promise<FileContent> {
  const limits = { ...fileLimits, ...given };
  if (bytes.length === 0) throw new FileRefused('empty', 'The file is empty.');
  if (bytes.length > limits.bytesMax)
    throw new FileRefused('tooLarge', `The file has ${bytes.length} bytes; at most ${limits.bytesMax} can be read.`);
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readXlsx({ bytes, limits });
  refuseKnownOthers(bytes, name);
  const text = decodeText(bytes);
  if (!text.trim()) throw new FileRefused('empty', 'The file is empty.');
  const start = text.slice(0, 4000);
  if (/^\s*OFXHEADER\s*:/i.test(start) || /<\?OFX\s|<OFX>/i.test(start)) return readOfx(text, limits);
  if (/^\s*</.test(start)) return readCamt(text, limits);
  if (/^:20:/m.test(start) && /^:(25|28C?):/m.test(start)) return readMt940(text, limits);
  return readCsv({ text, limits });
}

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

function refuseKnownOthers(bytes: Uint8Array, name: string): void {
  const refuse = (reason: 'unknownFormat' | 'encrypted', what: string) => {
    throw new FileRefused(reason, `"${name.slice(0, 100)}" is ${what}`);
  };
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    refuse('encrypted', 'an old .xls file, or protected by a password. Save it as .xlsx without a password.');
  if (startsWith(bytes, 0x50, 0x4b)) refuse('unknownFormat', 'an empty or divided archive. Save it as .xlsx or .csv.');
  if (startsWith(bytes, 0x1f, 0x8b)) refuse('unknownFormat', 'compressed. Unpack it, and upload what is inside.');
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) refuse('unknownFormat', 'a PDF. Export it as CSV or XLSX.');
}
