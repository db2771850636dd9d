import type { ChangesMade } from '../src/books/make-changes.ts';
import type { FaultOrder } from '../src/faults.ts';
import type { LoggedWrite } from '../src/writes/company-writes.ts';

/** Controls a running sandbox: changes, faults and limits. */
export function controlSandbox(url: string | (() => string)) {
  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${typeof url === 'string' ? url : url()}/control${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /control${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }
  return {
    send,
    change: (
      company: string,
      order: { type: string; update?: number; create?: number; delete?: number; seed?: number },
    ) => send('POST', `/companies/${company}/changes`, order) as Promise<ChangesMade>,
    forget: (company: string) => send('POST', `/companies/${company}/forget`),
    writes: (company: string) => send('GET', `/companies/${company}/writes`) as Promise<LoggedWrite[]>,
    fault: (order: FaultOrder) => send('POST', '/faults', order),
    clearFaults: (company?: string) => send('DELETE', `/faults${company === undefined ? '' : `?company=${company}`}`),
    limit: (limit: { company?: string; requests: number; per_ms: number }) => send('POST', '/limits', limit),
    clearLimits: () => send('DELETE', '/limits'),
    stats: () =>
      send('GET', '/stats') as Promise<{
        requests: number;
        statuses: Record<string, number>;
        atOnceMax: number;
        companies: Record<string, { requests: number; atOnceMax: number; types: Record<string, number> }>;
      }>,
  };
}
