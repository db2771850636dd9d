import { originRefused } from './access-refusals.ts';
import type { Asking } from './gate.ts';

/**
 * Protects against requests that another site lets a browser make: a change must name the service's own origin, or the
 * browser itself must say that it comes from there. Neither header can be set by a page.
 */
export function requireOwnOrigin({ method, headers }: Asking, origin: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (headers.origin === origin || headers['sec-fetch-site'] === 'same-origin') return;
  throw originRefused();
}
