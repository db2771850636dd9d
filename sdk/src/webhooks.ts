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

/**
 * Verifies a delivery according to Standard Webhooks and parses its event. `body` must be the body exactly as received.
 * While a secret is being rotated, pass both secrets. A delivery can arrive twice, so store `messageId` with your
 * results and ignore a delivery whose `messageId` you have already stored.
 */
export async function verifyWebhook(delivery: {
  body: string;
  headers: HeaderSource;
  secret: string | readonly string[];
  toleranceSeconds?: number;
  nowMs?: number;
}): Promise<{ messageId: string; event: WebhookEvent }> {
  const { body, headers, toleranceSeconds = toleranceSecondsDefault, nowMs = Date.now() } = delivery;
  const messageId = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature')
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []));
  const seconds = Number(timestamp);
  if (!Number.isInteger(seconds) || Math.abs(nowMs / 1000 - seconds) > toleranceSeconds)
    throw new WebhookRefused('The timestamp of the delivery is invalid, or too far from the current time.');
  const signed = new TextEncoder().encode(`${messageId}.${timestamp}.${body}`);
  for (const secret of typeof delivery.secret === 'string' ? [delivery.secret] : delivery.secret) {
    const key = await importSecret(secret);
    for (const signature of given) {
      const bytes = decode(signature);
      // WebCrypto compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
        return { messageId, event: JSON.parse(body) as WebhookEvent };
    }
  }
  throw new WebhookRefused('No signature of the delivery matches the secret.');
}

function headerOf(headers: HeaderSource, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  if (!text) throw new WebhookRefused(`The delivery has no header "${name}".`);
  return text;
}

function importSecret(secret: string) {
  const bytes = decode(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new WebhookRefused('Invalid secret: it must be "whsec_" followed by Base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
