import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * A `Sealer` encrypts ("seals") stored secrets with AES-256-GCM. A sealed text contains the id of its key
 * (`v1.<keyId>.<iv>.<tag>.<ciphertext>`) and is bound to its table and row, so that a copy in another row cannot be
 * decrypted.
 */
export type SealingKey = { id: string; key: Buffer };

export type Sealer = {
  seal(plain: string, place: string): string;
  unseal(sealed: string, place: string): string;
  /** True if the text was sealed with a key other than the current (first) one. */
  isStale(sealed: string): boolean;
};

/** A new key as a value of DAYBOOK_SECRET_KEYS. */
export function newSealingKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

/** Identifies the row to which a sealed text is bound, by its table and its primary key. */
export function sealedPlace(table: string, ...key: readonly string[]): string {
  return [table, ...key].join('|');
}

export function createSealer(keys: readonly SealingKey[]): Sealer {
  const current = keys[0];
  if (!current) throw new Error('At least one sealing key is needed: set DAYBOOK_SECRET_KEYS.');
  const byId = new Map(keys.map((key) => [key.id, key]));
  return {
    seal(plain, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv);
      cipher.setAAD(Buffer.from(`${current.id}|${place}`));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return ['v1', current.id, ...[iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.');
    },
    unseal(sealed, place) {
      const [version, keyId = '', iv = '', tag = '', body = ''] = sealed.split('.');
      if (version !== 'v1') throw new Error(`The sealed text at ${place} has the unknown format ${version}.`);
      const key = byId.get(keyId);
      if (!key) throw new Error(`The sealed text at ${place} needs the key "${keyId}": add it to DAYBOOK_SECRET_KEYS.`);
      const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(`${keyId}|${place}`));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
    isStale: (sealed) => sealed.split('.')[1] !== current.id,
  };
}

const signingKeys = new WeakMap<Buffer, KeyObject>();

/** A short signature for texts that clients send back to us, such as cursors. */
export function sign(key: Buffer, text: string): string {
  // Cache the KeyObject, because signing with a Buffer takes 14 µs in Node 24 and signing with a KeyObject 2 µs.
  let signingKey = signingKeys.get(key);
  if (!signingKey) {
    signingKey = createSecretKey(key);
    signingKeys.set(key, signingKey);
  }
  return createHmac('sha256', signingKey).update(text).digest('base64url').slice(0, 22);
}
