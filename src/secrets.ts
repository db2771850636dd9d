import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/**
 * Secrets at rest: AES-256-GCM. A sealed text names the key that sealed it (`v1.<keyId>.<iv>.<tag>.<ciphertext>`)
 * and is bound to the place it was written to, so that it cannot be copied to another row or account.
 */
export type SealingKey = { id: string; key: Buffer };

export type Sealer = {
  seal(plain: string, place: string): string;
  unseal(sealed: string, place: string): string;
  /** True where the text was sealed by a key that is no longer the first one. */
  isStale(sealed: string): boolean;
};

/** The place that a sealed text is bound to: its table and the key of its row. */
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
      if (version !== 'v1') throw new Error(`A sealed text at ${place} has the unknown form ${version}.`);
      const key = byId.get(keyId);
      if (!key) throw new Error(`A sealed text at ${place} needs the key "${keyId}", which DAYBOOK_SECRET_KEYS lacks.`);
      const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(`${keyId}|${place}`));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
    isStale: (sealed) => sealed.split('.')[1] !== current.id,
  };
}

const signingKeys = new WeakMap<Buffer, KeyObject>();

/** A short signature for texts that leave the house and come back, such as cursors. */
export function sign(key: Buffer, text: string): string {
  // Read as a key once: from a Buffer each time, Node 24 takes 14 µs instead of 2.
  let signingKey = signingKeys.get(key);
  if (!signingKey) {
    signingKey = createSecretKey(key);
    signingKeys.set(key, signingKey);
  }
  return createHmac('sha256', signingKey).update(text).digest('base64url').slice(0, 22);
}
