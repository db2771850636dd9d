import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signed, self-contained tokens, which a restarted sandbox still accepts. The signing key is public, because all data
 * is fake.
 */
export type Token = { kind: 'access' | 'refresh'; company: string; isDenied: boolean; expiresAtMs: number };

const signingKey = 'the sandbox keeps nothing secret';

export function writeToken(token: Token): string {
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `sbx.${payload}.${sign(payload)}`;
}

/** Returns undefined if the text is not a valid token, is a token of another kind, or has expired. */
export function readToken(text: string, kind: Token['kind'], nowMs: number): Token | undefined {
  const [mark, payload, signature, ...rest] = text.split('.');
  if (mark !== 'sbx' || !payload || !signature || rest.length) return undefined;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(payload))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const token = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Token;
  return token.kind === kind && token.expiresAtMs > nowMs ? token : undefined;
}

function sign(payload: string): string {
  return createHmac('sha256', signingKey).update(payload).digest('base64url');
}
