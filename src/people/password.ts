import { hash, verify } from '@node-rs/argon2';
import { passwordWeak, signInLimited } from './refusals.ts';

export const passwordLength = { min: 12, max: 200 };

/** OWASP's advice for argon2id (2026): 19 MiB, two passes, one lane. About 30 ms of a core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** So many at once in a process: a flood of sign-ins takes no more of its cores, and waits for itself. */
const atOnceMax = 2;
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
    // The place goes on to whoever has waited longest.
    if (next) next();
    else underWay--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost));
}

/** Of 32 random bytes that nobody has kept, at the same cost. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$9YF6mijBsRvtCYdRaNZgmA$JRczR0nc4q2yGrtTLYS5UflHMxiMskqILEz/MVw8zbQ';

/** Takes the same time where there is no password to compare with. */
export async function isPassword(given: string, kept: string | null | undefined): Promise<boolean> {
  const isRight = await inTurn(() => verify(kept ?? nobodys, given.normalize('NFKC')));
  return isRight && kept !== null && kept !== undefined;
}

/** Long enough, not the e-mail, and none of those that are tried first. Nothing is asked of its characters: length does it. */
export function requireGoodPassword(password: string, email: string): void {
  const plain = password.normalize('NFKC').toLowerCase();
  if (password.length < passwordLength.min)
    throw passwordWeak({ reason: `has at least ${passwordLength.min} characters` });
  if (password.length > passwordLength.max)
    throw passwordWeak({ reason: `has at most ${passwordLength.max} characters` });
  if (plain === email || plain === email.split('@')[0]) throw passwordWeak({ reason: 'must not be your e-mail' });
  if (new Set(plain).size < 5) throw passwordWeak({ reason: 'has too few different characters' });
  const letters = plain.replace(/[^a-z]/g, '');
  if (commonest.has(plain) || commonestWords.has(letters)) throw passwordWeak({ reason: 'is one of the commonest' });
}

/** Of 12 characters and more; shorter ones are refused for that. */
const commonest = new Set([
  '1234567890123',
  '123456789012',
  '0123456789012',
  '1234567891011',
  '123456781234567',
  '1q2w3e4r5t6y',
  '1q2w3e4r5t6y7u',
  '1qaz2wsx3edc',
  '1qaz2wsx3edc4rfv',
  'qwerty123456',
  'qwertyuiop12',
  'qwertyuiop123',
  'q1w2e3r4t5y6',
  'zaq12wsxcde3',
  'abc123abc123',
  'a1b2c3d4e5f6',
  'iloveyou1234',
]);
/** With any digits and signs before, between and after them. */
const commonestWords = new Set([
  'password',
  'passwordpassword',
  'passwort',
  'passw',
  'mypassword',
  'changeme',
  'changemenow',
  'letmein',
  'letmeinletmein',
  'welcome',
  'welcometo',
  'administrator',
  'admin',
  'adminadmin',
  'daybook',
  'daybookdaybook',
  'correcthorsebatterystaple',
  'qwerty',
  'qwertyuiop',
  'qwertyuiopasdfghjkl',
  'abcdefghijkl',
  'abcdefghijklmnopqrstuvwxyz',
  'iloveyou',
  'iloveyouforever',
  'sunshine',
  'princess',
  'football',
  'trustno',
]);
