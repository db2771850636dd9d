import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { withoutCellTag } from '../base/cell-tag.ts';

/**
 * The token in a company's link contains the company, the connection (if the link is for one connection), the expiry
 * and a signature. The signature also covers the rotation number, which is stored in `company_link`. The token is not
 * stored; it is computed each time someone who may manage the company requests the link.
 */
export type LinkToken = { companyId: string; connectionId: string | null; expires: Date };

const idBytes = 16;
const endBytes = 4;
const signatureBytes = 20;
const shortBytes = idBytes + endBytes + signatureBytes;

export function makeLinkToken(key: KeyObject, parts: LinkToken & { rotation: number }): string {
  const end = Buffer.alloc(endBytes);
  end.writeUInt32BE(Math.floor(parts.expires.getTime() / 1000));
  const ids = [parts.companyId, ...(parts.connectionId === null ? [] : [parts.connectionId])].map(bytesOf);
  return Buffer.concat([...ids, end, signatureOf(key, parts)]).toString('base64url');
}

/** Returns the content of a token without checking the signature, or undefined if the text is not a token. */
export function parseLinkToken(tagged: string): (LinkToken & { signature: Buffer }) | undefined {
  const token = withoutCellTag(tagged);
  const bytes = Buffer.from(token, 'base64url');
  const hasConnection = bytes.length === shortBytes + idBytes;
  if ((bytes.length !== shortBytes && !hasConnection) || bytes.toString('base64url') !== token) return undefined;
  const endAt = hasConnection ? 2 * idBytes : idBytes;
  return {
    companyId: uuidOf(bytes.subarray(0, idBytes)),
    connectionId: hasConnection ? uuidOf(bytes.subarray(idBytes, endAt)) : null,
    expires: new Date(bytes.readUInt32BE(endAt) * 1000),
    signature: bytes.subarray(endAt + endBytes),
  };
}

export function isSigned(
  key: KeyObject,
  { signature, ...parts }: LinkToken & { rotation: number; signature: Buffer },
): boolean {
  return timingSafeEqual(signature, signatureOf(key, parts));
}

function signatureOf(
  key: KeyObject,
  { companyId, connectionId, expires, rotation }: LinkToken & { rotation: number },
): Buffer {
  const text = `company link|${companyId}|${connectionId ?? ''}|${Math.floor(expires.getTime() / 1000)}|${rotation}`;
  return createHmac('sha256', key).update(text).digest().subarray(0, signatureBytes);
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
