import { createHash, randomBytes } from 'node:crypto';
import { type CellTag, withoutCellTag } from '../../base/cell-tag.ts';

/** A token for a cookie or a link, with 256 random bits so that it cannot be guessed. Only its hash is stored. */
export type SecretToken = { token: string; hash: Buffer };

export function makeSecretToken({ tag }: { tag: CellTag }): SecretToken {
  const token = tag(randomBytes(32).toString('base64url'));
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export const isTokenLike = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(withoutCellTag(text));
