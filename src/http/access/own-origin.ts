import { originRefused } from './access-refusals.ts';
import type { Asking } from './principal.ts';

/**
 * Protects against cross-site request forgery. A request that changes something must have the service's own origin in
 * `Origin`, or the value same-origin in `Sec-Fetch-Site`. The browser sets both headers, and a page cannot forge them.
 */
export function requireOwnOrigin({ method, headers }: Asking, origin: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (headers.origin === origin || headers['sec-fetch-site'] === 'same-origin') return;
  throw originRefused();
}
