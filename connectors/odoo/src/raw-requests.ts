import { AuthRejected, RateLimited, type RawRequests, retryAtMs, Unsupported } from '@daybook/connector-kit';
import { placeOf } from './requests.ts';
import type { Sessions } from './session.ts';

const waitWithoutAdviceMs = 60_000;

/**
 * Calls of methods by JSON-2: `/res.partner/search_read`, with the parameters as JSON. The context names the company of
 * the connection, so that Odoo's rules hide records of other companies.
 */
export function rawRequests(sessions: Sessions): RawRequests {
  return {
    base: (credentials) => `${placeOf(credentials)}/json/2`,
    methods: ['POST'],
    async send({ http, credentials, request }) {
      const { isJson2, language, company } = await sessions({ http, credentials }).account();
      if (!isJson2) throw new Unsupported('only Odoo 19 and later has the API JSON-2');
      const parameters = parametersOf(request.body);
      const context = { lang: language, ...contextOf(parameters), allowed_company_ids: [company.id] };
      const headers = {
        ...request.headers,
        'content-type': 'application/json',
        'x-odoo-database': credentials.database ?? '',
        authorization: `bearer ${credentials.apiKey ?? ''}`,
      };
      const answer = await http.request({ ...request, headers, body: JSON.stringify({ ...parameters, context }) });
      if (answer.status === 401) throw new AuthRejected('Odoo does not accept the API key.');
      if (answer.status === 429)
        throw new RateLimited('Odoo rate limit reached.', retryAtMs(answer, http.nowMs(), waitWithoutAdviceMs));
      return answer;
    },
  };
}

/** Without numbers of more than 15 digits, as everywhere in this connector. */
function parametersOf(body = '{}'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new Unsupported('the body must be a JSON object with the parameters of the method');
}

const contextOf = ({ context }: Record<string, unknown>) =>
  typeof context === 'object' && context !== null ? context : {};
