/** Date in the `Deprecation` header of every event log response (RFC 9745; `Sunset` follows RFC 8594). */
const deprecatedAt = new Date('2026-01-01T00:00:00Z');

export const deprecationHeaderNames = ['Deprecation', 'Sunset', 'Link'];

/** `Sunset` is sent only if the operator has set a day on which the event log ends. */
export function deprecationHeaders(options: {
  baseUrl: string;
  docsUrl: string;
  eventLogSunset: string;
}): Record<string, string> {
  const { baseUrl, docsUrl, eventLogSunset: day } = options;
  const about = (rel: string) => `<${docsUrl}/errors#eventLogGone>; rel="${rel}"; type="text/html"`;
  return {
    deprecation: `@${deprecatedAt.getTime() / 1000}`,
    ...(day && { sunset: new Date(`${day}T23:59:59Z`).toUTCString() }),
    link: [
      about('deprecation'),
      ...(day ? [about('sunset')] : []),
      `<${baseUrl}/webhooks/messages>; rel="successor-version"`,
    ].join(', '),
  };
}
