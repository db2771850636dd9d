import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key consists of `dbk_<cell>_`, 40 random characters and a checksum of 6 characters. The prefix lets secret
 * scanners find the key, and lets a router find the cell (the installation) that issued the key. The checksum detects a
 * mistyped key without a database query.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const randomLength = 40;
const checksumLength = 6;
const shownLength = 6;

export type NewApiKey = { secret: string; prefix: string; hash: Buffer };

export function makeApiKey(cell: string): NewApiKey {
  const start = `dbk_${cell}_`;
  const secret = withChecksum(start + randomText(randomLength));
  return { secret, prefix: secret.slice(0, start.length + shownLength), hash: hashApiKey(secret) };
}

/** 40 characters carry 238 bits and cannot be guessed, so a fast hash is enough. */
export function hashApiKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const form = new RegExp(`^dbk_[a-z][a-z0-9]{0,15}_[A-Za-z0-9]{${randomLength + checksumLength}}$`);

export function isWellFormedApiKey(secret: string): boolean {
  return form.test(secret) && withChecksum(secret.slice(0, -checksumLength)) === secret;
}

function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let i = 0; i < checksumLength; i++) {
    checksum += alphabet[rest % alphabet.length];
    rest = Math.floor(rest / alphabet.length);
  }
  return text + checksum;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // Drop bytes from 248 (4 × 62) upwards, so that every character is equally likely.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62];
  }
  return text;
}
