import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '../base/durations.ts';
import { sign } from '../base/secrets.ts';
import { confirmationExpired, confirmationMismatch } from './refusals.ts';

/** A push, and who wants to send it. */
export type PushToConfirm = {
  accountId: string;
  apiKeyId: string;
  companyId: string;
  connectionId: string;
  dataType: string;
  operation: string;
  id: string | undefined;
  /** The record as canonical JSON; undefined for a deletion. */
  body: string | undefined;
};

/**
 * A dry run returns a token that confirms one push of one key: its body, data type, connection, company and account. The
 * token contains its end and a random number, which becomes the Idempotency-Key. A token that is used again therefore
 * returns the first push instead of sending a second one, in every process: idempotency keys are kept for longer than
 * tokens are valid.
 */
export type Confirmations = {
  issue(push: PushToConfirm, nowMs: number): { token: string; expiresAt: string };
  /** Returns the Idempotency-Key of the push. Throws if the token does not confirm exactly this push. */
  redeem(token: string, push: PushToConfirm, nowMs: number): string;
};

const validMs = 10 * minuteMs;

export function createConfirmations(key: Buffer): Confirmations {
  const signatureOf = (expiresMs: string, number: string, push: PushToConfirm) =>
    sign(key, JSON.stringify(['push', expiresMs, number, ...partsOf(push)]));
  return {
    issue(push, nowMs) {
      const expiresMs = nowMs + validMs;
      const number = randomBytes(16).toString('base64url');
      const token = ['c1', expiresMs, number, signatureOf(String(expiresMs), number, push)].join('.');
      return { token, expiresAt: new Date(expiresMs).toISOString() };
    },
    redeem(token, push, nowMs) {
      const [form, expiresMs = '', number = '', signature = ''] = token.split('.');
      const [expected, given] = [Buffer.from(signatureOf(expiresMs, number, push)), Buffer.from(signature)];
      if (form !== 'c1' || expected.length !== given.length || !timingSafeEqual(expected, given))
        throw confirmationMismatch();
      if (Number(expiresMs) <= nowMs) throw confirmationExpired({ at: new Date(Number(expiresMs)).toISOString() });
      return `mcp-${number}`;
    },
  };
}

function partsOf(push: PushToConfirm): (string | null)[] {
  const { accountId, apiKeyId, companyId, connectionId, dataType, operation, id = null, body } = push;
  const hash = body === undefined ? null : createHash('sha256').update(body).digest('hex');
  return [accountId, apiKeyId, companyId.toLowerCase(), connectionId.toLowerCase(), dataType, operation, id, hash];
}

/** JSON with sorted names, so that the order in which a program writes the fields of a record does not matter. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`;
}

/** A number with more digits than a double has (`parseExact`). */
const isRawNumber = (JSON as unknown as { isRawJSON(value: object): boolean }).isRawJSON;
