import { randomBytes } from 'node:crypto';

/** Creates a signing secret in the Standard Webhooks format: `whsec_` followed by 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
