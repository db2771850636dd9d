import type { ProviderHttp } from '@daybook/connector-kit';
import type { Registry } from '../../connectors/registry.ts';
import type { CallPlace } from '../provider/begin-call.ts';
import type { HeldContent } from '../provider/hold-content.ts';
import { providerHttp } from '../provider/provider-http.ts';
import type { TokenPlace } from './renew-token.ts';
import { signedHttp } from './signed-http.ts';
import type { Tokens } from './tokens.ts';

type HttpContext = Parameters<typeof providerHttp>[0] & { registry: Registry; tokens: Tokens };

/**
 * HTTP client for a linked connection. Adds the access token to requests if the platform uses OAuth 2. `wrap` sees every
 * request as it is sent, with its token.
 */
export function connectionHttp(
  ctx: HttpContext,
  place: TokenPlace & CallPlace,
  {
    hold,
    use = 'page',
    wrap = (http) => http,
  }: {
    hold?: (content: HeldContent) => void;
    use?: 'page' | 'passThrough';
    wrap?: (http: ProviderHttp) => ProviderHttp;
  } = {},
): ProviderHttp {
  const { platformKey, accountId, companyId, connectionId, reason, secrets = [] } = place;
  const of = { platformKey, accountId, companyId, connectionId, reason, secrets };
  const http = wrap(providerHttp(ctx, of, use, hold));
  const oauth = ctx.registry.find(platformKey)?.oauth;
  return oauth ? signedHttp(http, ctx.tokens.of(place), oauth) : http;
}
