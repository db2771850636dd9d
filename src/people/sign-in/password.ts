import { hash, verify } from '@node-rs/argon2';
import { passwordWeak, signInLimited } from '../refusals.ts';
import { isCommonPassword } from './common-passwords.ts';

export const passwordLength = { min: 12, max: 200 };

/** OWASP's advice for argon2id (2026): 19 MiB, two passes, parallelism 1. One hash takes about 30 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum number of hashes computed at once per process, so that a flood of sign-ins does not take all cores. */
const atOnceMax = 2;
/** Maximum number of hashes that wait in the queue. Further requests are rejected. */
const waitingMax = 200;

let underWay = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (underWay >= atOnceMax) {
    if (waiting.length >= waitingMax) throw signInLimited({ retryAfterSeconds: 10 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else underWay++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // Pass the slot to the request that has waited longest.
    if (next) next();
    else underWay--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost));
}

/**
 * Checked in place of a missing hash, so that the check takes the same time. It is the hash of 32 random bytes that
 * were not stored, so no known password matches it.
 */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$9YF6mijBsRvtCYdRaNZgmA$JRczR0nc4q2yGrtTLYS5UflHMxiMskqILEz/MVw8zbQ';

/**
 * Checks a password. Takes the same time if there is no stored hash, so that the response time does not reveal whether
 * a person exists.
 */
export async function isPassword(given: string, kept: string | null | undefined): Promise<boolean> {
  const isRight = await inTurn(() => verify(kept ?? nobodys, given.normalize('NFKC')));
  return isRight && kept !== null && kept !== undefined;
}

/**
 * Requires a password that is long enough, varied, not the e-mail address and not common. Does not require character
 * classes, because length is enough.
 */
export async function requireGoodPassword(password: string, email: string): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase();
  if (password.length < passwordLength.min)
    throw passwordWeak({ reason: `must have at least ${passwordLength.min} characters` });
  if (password.length > passwordLength.max)
    throw passwordWeak({ reason: `must have at most ${passwordLength.max} characters` });
  if (plain === email || plain === email.split('@')[0])
    throw passwordWeak({ reason: 'must not be your e-mail address' });
  if (new Set(plain).size < 5) throw passwordWeak({ reason: 'must have at least 5 different characters' });
  if (await isCommonPassword(password)) throw passwordWeak({ reason: 'is too common. Choose another one' });
}
