import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';

type Input = string | URL | RequestOptions;

/**
 * Sends HTTPS requests for the named hosts to a server on this machine. The vendors' clients have the vendors' addresses
 * in their code, so they can run unchanged. Requests for any other host fail: nothing leaves the machine.
 */
export function redirectHosts(hosts: readonly string[], to: string): { restore(): void } {
  const { request, get } = https;
  const target = new URL(to);
  function redirected(input: Input, second?: unknown, third?: unknown) {
    const first =
      typeof input === 'string' || input instanceof URL ? (urlToHttpOptions(new URL(input)) as RequestOptions) : input;
    const isCallback = typeof second === 'function';
    const asked: RequestOptions = { ...first, ...(isCallback ? {} : (second as RequestOptions | undefined)) };
    const host = String(asked.hostname ?? asked.host);
    if (!hosts.includes(host)) throw new Error(`A client asked for ${host}, which is not imitated here.`);
    const { agent: _, host: __, ...rest } = asked;
    const options: RequestOptions = { ...rest, protocol: 'http:', hostname: target.hostname, port: target.port };
    return http.request(options, (isCallback ? second : third) as ((answer: http.IncomingMessage) => void) | undefined);
  }
  https.request = redirected as typeof https.request;
  https.get = ((...args: Parameters<typeof redirected>) => redirected(...args).end()) as typeof https.get;
  return {
    restore() {
      https.request = request;
      https.get = get;
    },
  };
}
