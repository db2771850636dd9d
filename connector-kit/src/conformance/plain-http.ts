import { Unavailable } from '../provider-errors.ts';
import type { ProviderHttp } from '../provider-http.ts';

let latest = Buffer.alloc(0);

/** The body of the newest response to a request with `isContent`. */
export const latestContent = (): Buffer => latest;

/** An HTTP client for testing a connector on its own. It has a timeout, but no request budget and no size limit. */
export function plainHttp({ timeoutMs = 5000 }: { timeoutMs?: number } = {}): ProviderHttp {
  return {
    nowMs: () => Date.now(),
    async request({ method, url, headers = {}, body: text, isContent = false, isBase64 = false }) {
      try {
        const body = isBase64 && text !== undefined ? Buffer.from(text, 'base64') : text;
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
        const { status } = answer;
        const isKept = isContent && status === 200;
        if (isKept) latest = Buffer.from(await answer.arrayBuffer());
        return { status, headers: Object.fromEntries(answer.headers), body: isKept ? '' : await answer.text() };
      } catch {
        throw new Unavailable('The provider did not respond.');
      }
    },
  };
}
