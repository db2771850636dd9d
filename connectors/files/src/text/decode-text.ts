import { FileRefused, malformed } from '../file-refused.ts';

/**
 * Decodes a text file. The encoding is found by the byte order mark, by zero bytes (UTF-16), by the declaration of an
 * XML file, and otherwise by its content: UTF-8 if all of it is, Windows-1252 if not.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeWith(encodingOf(bytes), bytes);
  if (text.includes('\0')) throw new FileRefused('unknownFormat', notText);
  return text;
}

const notText =
  'This is not a text file, a spreadsheet or a bank statement. Upload a CSV, XLSX, OFX, CAMT.053 or MT940 file.';

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 2000);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 5 && even < odd / 10) return 'utf-16le';
  if (even > sample.length / 5 && odd < even / 10) return 'utf-16be';
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? '';
  if (/^(iso-8859-1|iso-8859-15|windows-1252|us-ascii)$/.test(declared)) return declared;
  return 'unknown';
}

function decodeWith(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding === 'unknown' ? 'utf-8' : encoding, { fatal: true }).decode(bytes);
  } catch {
    if (encoding !== 'unknown') throw malformed(`The file contains bytes that are not ${encoding.toUpperCase()}.`);
    return decodeWindows(bytes);
  }
}

/** A UTF-8 file with a few damaged bytes must not become Windows-1252: every accented letter would be wrong. */
function decodeWindows(bytes: Uint8Array): string {
  const asUtf8 = new TextDecoder('utf-8').decode(bytes);
  const damaged = (asUtf8.match(/\ufffd/g) ?? []).length;
  const intact = (asUtf8.match(/[\u0080-\ufffc]/g) ?? []).length;
  if (intact > damaged / 10) throw malformed('The file is in UTF-8, but some of its bytes are damaged.');
  const text = new TextDecoder('windows-1252').decode(bytes);
  if (/[^\P{Cc}\t\n\r\f\v]/u.test(text)) throw new FileRefused('unknownFormat', notText);
  return text;
}
