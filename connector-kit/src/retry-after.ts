import type { ProviderAnswer } from './provider-http.ts';

/** Returns when to retry after a 429 response. The header `Retry-After` is a number of seconds or a date. */
export function retryAtMs(
  { headers }: Pick<ProviderAnswer, 'headers'>,
  nowMs: number,
  withoutAdviceMs: number,
): number {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return nowMs + Number(text) * 1000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? nowMs + withoutAdviceMs : Math.max(dateMs, nowMs);
}
