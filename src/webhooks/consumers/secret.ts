import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** How deliveries are signed: with a secret that both sides know, or with a private key that only the service knows. */
export const signatureKinds = ['sharedSecret', 'ed25519'] as const;
export type SignatureKind = (typeof signatureKinds)[number];

/** What signs deliveries. Clients see `secret` if it is a shared secret, and otherwise only `publicKey`. */
export type SigningKey = { secret: string; publicKey: string | null };

/** Creates a signing secret in the Standard Webhooks format: `whsec_` followed by 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Creates a key in the Standard Webhooks format: `whsk_` and `whpk_` followed by the 32 bytes of the key in base64. */
export function newSigningKey(kind: SignatureKind): SigningKey {
  if (kind === 'sharedSecret') return { secret: newSecret(), publicKey: null };
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  return { secret: `whsk_${base64(d)}`, publicKey: `whpk_${base64(x)}` };
}

export const kindOfKey = (publicKey: string | null): SignatureKind => (publicKey === null ? 'sharedSecret' : 'ed25519');
