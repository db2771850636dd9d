/**
 * What the address brought: the client's own `state`, and what came of the consent at a platform. The state stays in the
 * address, and the service brings it back from a platform: nothing depends on what this browser, or this tab, remembers.
 */

/** Given back to the client, as it was. */
export function readState(search: string): string | undefined {
  return new URLSearchParams(search).get('state') || undefined;
}

/** Where the page leads when all is done: only ever the account's own URL, with what its client wants to know. */
export function wayBack(returnUrl: string | undefined, search: string): string | undefined {
  if (returnUrl === undefined) return undefined;
  const url = new URL(returnUrl);
  url.searchParams.set('status', 'linked');
  const state = readState(search);
  if (state) url.searchParams.set('state', state);
  return url.href;
}

/** What a platform's way back has told, and what of the query remains without it. */
export function readOutcome(search: string): { outcome: string; platform: string; rest: string } | undefined {
  const query = new URLSearchParams(search);
  const outcome = query.get('outcome');
  if (!outcome) return undefined;
  const platform = query.get('platform') ?? 'The platform';
  query.delete('outcome');
  query.delete('platform');
  return { outcome, platform, rest: query.size > 0 ? `?${query}` : '' };
}
