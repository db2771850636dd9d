import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** What an entry says: this many records were in the books when this generation was published. */
export type Content = {
  companyId: string;
  connectionId: string;
  dataType: string;
  generation: number;
  sequence: number;
  publishedAt: string;
  records: number;
  depth: number;
  root: string;
};

export type Entry = { content: Content; previous: string; hash: string; publicKey: string; signature: string };

/** The order of the fields is part of the format: the hash is that of this text. */
export const contentText = (content: Content) =>
  JSON.stringify({
    companyId: content.companyId,
    connectionId: content.connectionId,
    dataType: content.dataType,
    generation: content.generation,
    sequence: content.sequence,
    publishedAt: content.publishedAt,
    records: content.records,
    depth: content.depth,
    root: content.root,
  });

export const entryText = ({ content, previous, hash, publicKey, signature }: Entry) =>
  `{"content":${contentText(content)},${JSON.stringify({ previous, hash, publicKey, signature }).slice(1)}`;

/** The first line of a bundle: how many lines of each kind follow. */
export const bundleText = (counts: { records: number; entries: number }) =>
  JSON.stringify({ bundle: 'daybook-proof-1', records: counts.records, entries: counts.entries });

export const noEntry = Buffer.alloc(32);

export const contentHash = (content: Content) => createHash('sha256').update(contentText(content)).digest();

/** Purging a company leaves the two hashes, so its chain can still be followed. */
export const entryHash = (previous: Buffer, ofContent: Buffer) =>
  createHash('sha256').update(previous).update(ofContent).digest();

const signedText = (hash: Buffer) => `daybook-proof-1 ${hash.toString('hex')}`;

export const signHash = (hash: Buffer, key: KeyObject) => sign(null, Buffer.from(signedText(hash)), key);

export function isSigned(hash: Buffer, { publicKey, signature }: { publicKey: string; signature: Buffer }): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, Buffer.from(signedText(hash)), key, signature);
}

export const privateKeyOf = (publicKey: string, privatePart: string) =>
  createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privatePart }, format: 'jwk' });
