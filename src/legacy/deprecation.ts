/** What clients of the event log endpoints are told with every answer: RFC 9745 and RFC 8594. The dates do not move. */
const deprecatedAt = new Date('2026-01-01T00:00:00Z');
const sunsetAt = new Date('2027-12-31T23:59:59Z');

export const deprecationHeaderNames = ['Deprecation', 'Sunset', 'Link'];

export function deprecationHeaders({ baseUrl, docsUrl }: { baseUrl: string; docsUrl: string }): Record<string, string> {
  return {
    deprecation: `@${deprecatedAt.getTime() / 1000}`,
    sunset: sunsetAt.toUTCString(),
    link: [
      `<${docsUrl}/errors#eventLogGone>; rel="deprecation"; type="text/html"`,
      `<${docsUrl}/errors#eventLogGone>; rel="sunset"; type="text/html"`,
      `<${baseUrl}/webhooks/messages>; rel="successor-version"`,
    ].join(', '),
  };
}
