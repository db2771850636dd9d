import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator app (RFC 6238): six digits, a new one every 30 s; one step early or late is accepted. */
const periodMs = 30_000;
const digits = 6;
const window = 1;

export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpUri({ secret, email }: { secret: string; email: string }): string {
  return new TOTP({ issuer: 'Daybook', label: email, secret: Secret.fromBase32(secret), digits }).toString();
}

/** The time step whose code it is; undefined where it is none of now. */
export function totpStepOf(parts: { secret: string; code: string; nowMs: number }): number | undefined {
  const secret = Secret.fromBase32(parts.secret);
  const delta = TOTP.validate({ token: parts.code, secret, digits, timestamp: parts.nowMs, window });
  return delta === null ? undefined : Math.floor(parts.nowMs / periodMs) + delta;
}

const recoveryCodesMade = 10;
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 80 bits each, in groups that can be read out: as with keys, a fast hash is enough. */
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
