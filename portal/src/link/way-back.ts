import { t } from '../messages/link.ts';

/**
 * Reads the URL parameters of the link page: the client's `state`, and the outcome of the authorization at a platform.
 * `state` stays in the URL, even while the owner visits a platform, so the page needs no storage in the browser.
 */

/** Returns the client's `state`. The client gets it back unchanged. */
export function readState(search: string): string | undefined {
  return new URLSearchParams(search).get('state') || undefined;
}

/**
 * Returns the URL to open after linking. It is always the return URL of the client account, with `status` and `state`
 * added.
 */
export function wayBack(
  returnUrl: string | undefined,
  search: string,
  connectionId?: string | undefined,
): string | undefined {
  if (returnUrl === undefined) return undefined;
  const url = new URL(returnUrl);
  if (connectionId !== undefined) url.searchParams.set('connectionId', connectionId);
  url.searchParams.set('status', 'linked');
  const state = readState(search);
  if (state) url.searchParams.set('state', state);
  return url.href;
}

/** Returns the outcome that the redirect from a platform added to the URL, and the rest of the query string. */
export function readOutcome(search: string): { outcome: string; platform: string; rest: string } | undefined {
  const query = new URLSearchParams(search);
  const outcome = query.get('outcome');
  if (!outcome) return undefined;
  const platform = query.get('platform') ?? t('thePlatform');
  query.delete('outcome');
  query.delete('platform');
  return { outcome, platform, rest: query.size > 0 ? `?${query}` : '' };
}
