import { textAt, valueAt } from '../calls.ts';
import type { XeroScript } from '../xero-client.ts';

/** An expired token, another organisation, a missing scope, and the limits with their headers. */
export async function callLimits({ server, calls, api, refusedApi }: XeroScript): Promise<void> {
  const { expect } = calls;
  const parsed = (error: unknown) => JSON.parse(typeof error === 'string' ? error : JSON.stringify(error)) as unknown;
  const answer = await api('getOrganisations');
  expect('minute left', Number(textAt(answer, 'response.headers.x-minlimit-remaining')) > 0, true);
  expect('day left', Number(textAt(answer, 'response.headers.x-daylimit-remaining')) > 0, true);

  const { limits } = server;
  const before = { ...limits };
  for (const [limit, problem] of [
    ['perMinute', 'minute'],
    ['perDay', 'day'],
    ['atOnce', 'concurrent'],
  ] as const) {
    limits[limit] = 0;
    const error = parsed(await refusedApi('getOrganisations'));
    Object.assign(limits, before);
    expect('status', valueAt(error, 'response.statusCode'), 429);
    expect('limit', textAt(error, 'response.headers.x-rate-limit-problem'), problem);
    expect('advice', valueAt(error, 'response.headers.retry-after') !== undefined, problem !== 'concurrent');
  }
}
