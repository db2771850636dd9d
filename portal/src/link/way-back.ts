/**
 * Parameters of the page's URL: the client's own `state`, and the outcome of the authorization at a platform. The state
 * stays in the URL, also on the way back from a platform, so the page needs no storage in the browser.
 */

/** The client's `state`, which is returned to the client unchanged. */
export function readState(search: string): string | undefined {
  return new URLSearchParams(search).get('state') || undefined;
}

/** Where the owner goes after linking: always the account's configured return URL, with `status` and `state` added. */
export function wayBack(returnUrl: string | undefined, search: string): string | undefined {
  if (returnUrl === undefined) return undefined;
  const url = new URL(returnUrl);
  url.searchParams.set('status', 'linked');
  const state = readState(search);
  if (state) url.searchParams.set('state', state);
  return url.href;
}

/** The outcome that a redirect from a platform added to the URL, and the query string without it. */
export function readOutcome(search: string): { outcome: string; platform: string; rest: string } | undefined {
  const query = new URLSearchParams(search);
  const outcome = query.get('outcome');
  if (!outcome) return undefined;
  const platform = query.get('platform') ?? 'The platform';
  query.delete('outcome');
  query.delete('platform');
  return { outcome, platform, rest: query.size > 0 ? `?${query}` : '' };
}
