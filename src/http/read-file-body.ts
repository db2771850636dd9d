import { Readable } from 'node:stream';
import { bodyNotFile, bodyTooLarge } from './refusals.ts';

/**
 * Reads the body of an upload into memory, because whoever parses it needs all of it. Stops at the limit, and leaves the
 * rest unread.
 */
export async function readFileBody(body: unknown, limitBytes: number): Promise<Buffer> {
  if (!(body instanceof Readable)) throw bodyNotFile();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += (part as Buffer).length;
    if (bytes > limitBytes) throw bodyTooLarge({ limitBytes });
    parts.push(part as Buffer);
  }
  if (bytes === 0) throw bodyNotFile();
  return Buffer.concat(parts);
}
