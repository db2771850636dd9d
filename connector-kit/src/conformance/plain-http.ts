import { Unavailable } from '../provider-errors.ts';
import type { ProviderHttp } from '../provider-http.ts';

/** An HTTP client for testing a connector on its own. It has a timeout, but no request budget and no size limit. */
export function plainHttp({ timeoutMs = 5000 }: { timeoutMs?: number } = {}): ProviderHttp {
  return {
    nowMs: () => Date.now(),
    async request({ method, url, headers = {}, body }) {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
        return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
      } catch {
        throw new Unavailable('The provider did not respond.');
      }
    },
  };
}
