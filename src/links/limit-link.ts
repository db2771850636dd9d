import { tooManyRequests } from '../base/errors.ts';
import type { Call } from '../http/route.ts';
import { takeAttempt } from '../people/sign-in/attempt-limit.ts';

/**
 * Maximum number of requests in 15 minutes, per token and per IP address. The limits stop floods of requests and
 * guesses of platform credentials. Tokens cannot be guessed, because their signature has 160 bits.
 */
const limits = {
  look: { byToken: 300, byAddress: 1000 },
  watch: { byToken: 600, byAddress: 2000 },
  try: { byToken: 30, byAddress: 100 },
  upload: { byToken: 30, byAddress: 100 },
  // A preview is requested with each change of the mapping.
  preview: { byToken: 300, byAddress: 1000 },
};

export async function limitLink(
  ctx: Parameters<typeof takeAttempt>[0],
  { address, params }: Call<{ token: string }>,
  what: keyof typeof limits,
): Promise<void> {
  const { byToken, byAddress } = limits[what];
  const over = await takeAttempt(ctx, [
    { of: `company link|${what} by ${params.token}`, max: byToken },
    { of: `company link|${what} from ${address}`, max: byAddress },
  ]);
  if (!over) return;
  throw tooManyRequests({
    error: 'this link was used too often. Try again later.',
    retryAfterSeconds: over.retryAfterSeconds,
  });
}
