import { createHmac, timingSafeEqual } from 'node:crypto';
import { withoutCellTag } from '../base/cell-tag.ts';
import { type KindName, kindNames } from './kinds.ts';

/**
 * The content of the token in a mute link: which recipient mutes which kinds. The token is signed and not stored.
 * Anyone who has the message can mute these kinds without signing in. The token allows nothing else.
 */
export type Mute = {
  accountId: string;
  medium: 'email' | 'chat';
  recipientId: string;
  kinds: KindName[];
  expires: Date;
};

const idBytes = 16;
const signatureBytes = 20;
const contentBytes = 2 * idBytes + 6;

export function makeMuteToken(key: Buffer, { accountId, medium, recipientId, kinds, expires }: Mute): string {
  const rest = Buffer.alloc(6);
  rest.writeUInt8(medium === 'email' ? 0 : 1, 0);
  rest.writeUInt8(
    kinds.reduce((bits, kind) => bits | (1 << kindNames.indexOf(kind)), 0),
    1,
  );
  rest.writeUInt32BE(Math.floor(expires.getTime() / 1000), 2);
  const content = Buffer.concat([bytesOf(accountId), bytesOf(recipientId), rest]);
  return Buffer.concat([content, signatureOf(key, content)]).toString('base64url');
}

/** Returns undefined if the token was changed or was signed with another key. Does not check the expiry. */
export function readMuteToken(key: Buffer, token: string): Mute | undefined {
  const bytes = Buffer.from(withoutCellTag(token), 'base64url');
  if (bytes.length !== contentBytes + signatureBytes) return undefined;
  const content = bytes.subarray(0, contentBytes);
  if (!timingSafeEqual(bytes.subarray(contentBytes), signatureOf(key, content))) return undefined;
  const bits = content.readUInt8(2 * idBytes + 1);
  return {
    accountId: uuidOf(content.subarray(0, idBytes)),
    recipientId: uuidOf(content.subarray(idBytes, 2 * idBytes)),
    medium: content.readUInt8(2 * idBytes) === 0 ? 'email' : 'chat',
    kinds: kindNames.filter((_, i) => bits & (1 << i)),
    expires: new Date(content.readUInt32BE(2 * idBytes + 2) * 1000),
  };
}

const signatureOf = (key: Buffer, content: Buffer) =>
  createHmac('sha256', key).update('mute notices|').update(content).digest().subarray(0, signatureBytes);
const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
