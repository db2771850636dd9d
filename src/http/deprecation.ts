import { ApiError } from '../base/errors.ts';
import type { Principal } from './access/principal.ts';
import type { Deprecation, Reply, Route } from './route.ts';

type Addresses = { baseUrl: string; docsUrl: string };
type Options = {
  addresses: () => Addresses;
  /** Called for every authenticated request, whatever its outcome. */
  count: (principal: Principal, endpoint: string) => Promise<unknown>;
};

/** `Deprecation` follows RFC 9745 and `Sunset` RFC 8594. */
export function deprecationHeaders(of: Deprecation, { baseUrl, docsUrl }: Addresses): Record<string, string> {
  const day = of.sunset();
  const about = (rel: string) => `<${docsUrl}/${of.about}>; rel="${rel}"; type="text/html"`;
  return {
    deprecation: `@${Date.parse(`${of.since}T00:00:00Z`) / 1000}`,
    ...(day && { sunset: new Date(`${day}T23:59:59Z`).toUTCString() }),
    link: [
      about('deprecation'),
      ...(day ? [about('sunset')] : []),
      ...(of.successor ? [`<${baseUrl}${of.successor}>; rel="successor-version"`] : []),
    ].join(', '),
  };
}

/** Adds to every deprecated route what its declaration means. Other routes stay as they are. */
export function markDeprecated(routes: readonly Route[], options: Options): Route[] {
  return routes.map((route) => (route.deprecated ? marked(route, route.deprecated, options) : route));
}

function marked(route: Route, of: Deprecation, { addresses, count }: Options): Route {
  const headers = () => deprecationHeaders(of, addresses());
  const withHeaders =
    <Args extends unknown[]>(run: (...args: Args) => Promise<Reply>) =>
    async (...args: Args): Promise<Reply> => {
      try {
        const reply = await run(...args);
        return { ...reply, headers: { ...reply.headers, ...headers() } };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        throw new ApiError({ ...error.parts, headers: { ...error.parts.headers, ...headers() } });
      }
    };
  const answers = Object.entries(route.answers).map(([status, answer]) => {
    const names = [...(answer.headers ?? []), 'Deprecation', 'Sunset', 'Link'];
    return [status, { ...answer, headers: names }] as const;
  });
  return {
    ...route,
    answers: Object.fromEntries(answers),
    onAsked: async (principal) => {
      await route.onAsked?.(principal);
      await count(principal, `${route.method} ${route.path}`);
    },
    ...(route.read && { read: withHeaders(route.read) }),
    ...(route.write && { write: withHeaders(route.write) }),
    ...(route.act && { act: withHeaders(route.act) }),
  };
}
