/** What the address brought: the client's own `state`, and what came of the consent at a platform. */

const keyOf = (token: string) => `daybook:link-state:${token}`;

/** The client's `state` is given back to it. It lives over the way to a platform and back, in this tab only. */
export const returnState = {
  keep(token: string): void {
    const state = new URLSearchParams(window.location.search).get('state');
    if (state) sessionStorage.setItem(keyOf(token), state);
  },
  read(token: string): string | undefined {
    return sessionStorage.getItem(keyOf(token)) ?? undefined;
  },
  /** The way back after a platform's consent, which knows neither. */
  addTo(returnUrl: string | undefined, token: string): string | undefined {
    if (returnUrl === undefined) return undefined;
    const url = new URL(returnUrl);
    url.searchParams.set('status', 'linked');
    const state = returnState.read(token);
    if (state) url.searchParams.set('state', state);
    return url.href;
  },
};

/** Once: it leaves the address, so that a reload does not tell it again. */
export function takeOutcome(): { outcome: string; platform: string } | undefined {
  const search = new URLSearchParams(window.location.search);
  const outcome = search.get('outcome');
  if (!outcome) return undefined;
  window.history.replaceState(null, '', window.location.pathname);
  return { outcome, platform: search.get('platform') ?? 'The platform' };
}
