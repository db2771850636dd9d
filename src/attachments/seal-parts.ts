import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Sealer, sealedPlace } from '../base/secrets.ts';

/**
 * Kept contents are encrypted in parts with AES-256-GCM. Each content has a key of its own, which is stored sealed: a
 * change of DAYBOOK_SECRET_KEYS then writes the keys again, not the contents. A part is bound to its account, content
 * and place, and to whether it is the last one, so parts can be neither swapped nor left out.
 */
export type ContentIds = { accountId: string; contentId: string };

export const partBytes = 1024 * 1024;
const ivBytes = 12;
const tagBytes = 16;

const placeOf = ({ accountId, contentId }: ContentIds) => sealedPlace('kept_content', accountId, contentId);
const boundTo = (of: ContentIds, { part, isLast }: { part: number; isLast: boolean }) =>
  Buffer.from([placeOf(of), part, isLast ? 'last' : 'more'].join('|'));

export function newDataKey(sealer: Sealer, of: ContentIds): { key: Buffer; sealed: string } {
  const key = randomBytes(32);
  return { key, sealed: sealer.seal(key.toString('base64'), placeOf(of)) };
}

export const openDataKey = (sealer: Sealer, of: ContentIds, sealed: string): Buffer =>
  Buffer.from(sealer.unseal(sealed, placeOf(of)), 'base64');

export type PartPlace = ContentIds & { key: Buffer; part: number; isLast: boolean };

export function sealPart(at: PartPlace, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', at.key, iv, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(at, at));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Throws if the part was changed, or belongs to another place. */
export function openPart(at: PartPlace, sealed: Buffer): Buffer {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', at.key, iv, { authTagLength: tagBytes });
  decipher.setAAD(boundTo(at, at));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
}
