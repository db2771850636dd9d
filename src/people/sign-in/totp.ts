import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * Codes of authenticator apps (RFC 6238) have six digits and change every 30 s. The codes of the previous and the next
 * 30 s are accepted, too.
 */
const periodMs = 30_000;
const digits = 6;
const window = 1;

export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpUri({ secret, email }: { secret: string; email: string }): string {
  return new TOTP({ issuer: 'Daybook', label: email, secret: Secret.fromBase32(secret), digits }).toString();
}

/** Returns the time step that the code belongs to, or undefined if the code is not valid now. */
export function totpStepOf(parts: { secret: string; code: string; nowMs: number }): number | undefined {
  const secret = Secret.fromBase32(parts.secret);
  const delta = TOTP.validate({ token: parts.code, secret, digits, timestamp: parts.nowMs, window });
  return delta === null ? undefined : Math.floor(parts.nowMs / periodMs) + delta;
}

const recoveryCodesMade = 10;
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Each recovery code has 80 random bits. It is written in groups of four characters that are easy to read aloud.
 * Because of the many bits, a fast hash protects it well enough, as with API keys.
 */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMade }, () => {
    const code = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('');
    return (code.match(/.{4}/g) ?? []).join('-');
  });
}

export function hashRecoveryCode({ personId, code }: { personId: string; code: string }): Buffer {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${personId}|${plain}`).digest();
}
