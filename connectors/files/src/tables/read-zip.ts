import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { type FileLimits, FileRefused, malformed } from '../file-refused.ts';

/** A real spreadsheet is at most about 60 times smaller than its content. */
const ratioMax = 200;
const entriesMax = 2000;

/**
 * Reads the wanted files of a ZIP archive. Sizes are checked before anything is inflated, and again while it is; each
 * file must have the checksum that the archive names. Archives inside are never opened.
 */
export async function readZip({
  bytes,
  isWanted,
  limits,
}: {
  bytes: Uint8Array;
  isWanted(name: string): boolean;
  limits: FileLimits;
}): Promise<Map<string, Buffer>> {
  try {
    const zip = await open(bytes);
    const entries = await listEntries(zip);
    const wanted = entries.filter((entry) => isWanted(entry.fileName));
    checkSizes(wanted, limits);
    const files = new Map<string, Buffer>();
    for (const entry of wanted) files.set(entry.fileName, await inflate(zip, entry));
    return files;
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw malformed('The file is a damaged archive.');
  }
}

function open(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    fromBuffer(buffer, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      if (entries.length > entriesMax) reject(bomb(`it has more than ${entriesMax} files`));
      else zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

const bomb = (why: string) => new FileRefused('unsafe', `This archive cannot be a spreadsheet: ${why}.`);

function checkSizes(entries: readonly Entry[], { inflatedBytesMax }: FileLimits): void {
  let total = 0;
  for (const { compressedSize, uncompressedSize } of entries) {
    total += uncompressedSize;
    if (uncompressedSize > 1_000_000 && uncompressedSize > compressedSize * ratioMax)
      throw bomb(`a file in it grows to more than ${ratioMax} times its size`);
  }
  if (total > inflatedBytesMax)
    throw new FileRefused('tooLarge', `The spreadsheet has ${total} bytes of content. Split it.`);
  if (new Set(entries.map(({ fileName }) => fileName)).size < entries.length) throw bomb('two files have one name');
  if (entries.some((entry) => entry.isEncrypted()))
    throw new FileRefused('encrypted', 'The file is protected by a password. Save it without one.');
}

/** yauzl ends the stream with an error if more or less is inflated than the entry says. */
async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found)));
  });
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw malformed('The checksum of a part of the spreadsheet is wrong.');
  return content;
}
