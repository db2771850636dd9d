import { DaybookError } from './errors.ts';

/** The signature of a delivery is wrong, or the delivery is too old. Respond with 400 and ignore its content. */
export class WebhookRefused extends DaybookError {
  override name = 'WebhookRefused';
}

export type WebhookEvent = {
  EventId: string;
  /** The type of the event. New values may appear, so handle unknown values too. */
  RuleType: string;
  GeneratedAt: string;
  ClientId: string;
  ClientName: string;
  CompanyId?: string;
  DataConnectionId?: string;
  Message: string;
  Data: Record<string, unknown>;
};

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

const toleranceSecondsDefault = 300;

type Keys = string | undefined | readonly (string | undefined)[];

/**
 * Verifies a delivery according to Standard Webhooks and parses its event. `body` must be the body exactly as received.
 * Pass the `secret` of the consumer, or its `publicKey` if its deliveries are signed with ed25519. While one is being
 * rotated, pass both. If the consumer has a choice of `fields`, the event has only these. A delivery can arrive twice, so store `messageId` with your
 * results and ignore a delivery whose `messageId` you have already stored.
 */
export async function verifyWebhook(delivery: {
  body: string;
  headers: HeaderSource;
  /** One or more shared secrets (`whsec_…`). */
  secret?: Keys;
  /** One or more public keys (`whpk_…`). */
  publicKey?: Keys;
  toleranceSeconds?: number;
  nowMs?: number;
}): Promise<{ messageId: string; event: WebhookEvent }> {
  const { body, headers, toleranceSeconds = toleranceSecondsDefault, nowMs = Date.now() } = delivery;
  const messageId = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature').split(' ');
  const seconds = Number(timestamp);
  if (!Number.isInteger(seconds) || Math.abs(nowMs / 1000 - seconds) > toleranceSeconds)
    throw new WebhookRefused('The timestamp of the delivery is invalid, or too far from the current time.');
  const signed = new TextEncoder().encode(`${messageId}.${timestamp}.${body}`);
  const [secrets, publicKeys] = [listOf(delivery.secret), listOf(delivery.publicKey)];
  if (secrets.length + publicKeys.length === 0)
    throw new WebhookRefused('No key was given: pass the secret or the public key of the consumer.');
  const checks = [
    ...secrets.map((secret) => isSigned(importSecret(secret), { version: 'v1', algorithm: 'HMAC', given, signed })),
    ...publicKeys.map((key) => isSigned(importPublicKey(key), { version: 'v1a', algorithm: 'Ed25519', given, signed })),
  ];
  if ((await Promise.all(checks)).includes(true)) return { messageId, event: JSON.parse(body) as WebhookEvent };
  throw new WebhookRefused('No signature of the delivery matches the secret or the public key.');
}

function listOf(keys: Keys): string[] {
  return (typeof keys === 'string' ? [keys] : (keys ?? [])).filter(
    (key) => key !== undefined && key !== '',
  ) as string[];
}

/** Whether one of the signatures of this version is right. A key is never tried on the signatures of the other one. */
async function isSigned(
  key: ReturnType<typeof importSecret>,
  by: { version: 'v1' | 'v1a'; algorithm: string; given: readonly string[]; signed: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  const imported = await key;
  for (const part of by.given) {
    const [version, signature = ''] = part.split(',', 2);
    const bytes = version === by.version ? decode(signature) : undefined;
    // WebCrypto compares in constant time.
    if (bytes && (await crypto.subtle.verify(by.algorithm, imported, bytes, by.signed))) return true;
  }
  return false;
}

function headerOf(headers: HeaderSource, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) throw new WebhookRefused(`The delivery has no header "${name}".`);
  return text;
}

async function importSecret(secret: string) {
  const bytes = secret.startsWith('whpk_') ? undefined : decode(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new WebhookRefused('Invalid secret: it must be "whsec_" followed by Base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

async function importPublicKey(text: string) {
  const bytes = text.startsWith('whpk_') ? decode(text.slice(5)) : undefined;
  if (bytes?.length !== 32)
    throw new WebhookRefused('Invalid public key: it must be "whpk_" followed by 32 bytes in Base64.');
  return crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
