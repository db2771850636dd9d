/**
 * Tells the page that opened this one in a window of its own what was linked (see link/src/link.ts). Only a page with the
 * origin of the client's return URL can hear it.
 */
export function tellOpener(returnUrl: string | undefined): void {
  if (!window.opener || !returnUrl) return;
  const { origin, searchParams } = new URL(returnUrl);
  const [companyId, connectionId] = [searchParams.get('companyId'), searchParams.get('connectionId')];
  const state = searchParams.get('state');
  window.opener.postMessage(
    { type: 'daybook.linked', companyId, connectionId, ...(state !== null && { state }) },
    origin,
  );
}
