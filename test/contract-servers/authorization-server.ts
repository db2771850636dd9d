import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AdapterPayload, Provider } from 'oidc-provider';

/**
 * A real authorization server (oidc-provider) with the rules that accounting platforms have: PKCE, refresh tokens that
 * rotate with every use, and a grace period in which the previous one still works.
 */
export type TestAuthorizationServer = {
  issuer: string;
  client: { clientId: string; clientSecret: string };
  /** The number of grants of this kind that were answered with tokens. */
  granted(kind: 'authorization_code' | 'refresh_token'): number;
  /** The number of token requests, successful or not. */
  requests(): number;
  revocations(): number;
  /** The user's answer on the consent screen. */
  consent: { answer: 'yes' | 'no' };
  graceMs: number;
  /** Answers the next token requests with this status. */
  failTokens(times: number, status?: number): void;
  /** Revokes every token, as an owner can do at the platform. */
  forgetAll(): void;
  stop(): Promise<void>;
};

export async function startAuthorizationServer(options: {
  redirectUri: string;
  port?: number;
  /** Other paths of the endpoints, as a platform has them: `{ '/connect/token': '/token' }`. */
  paths?: Record<string, string>;
}): Promise<TestAuthorizationServer> {
  const client = { clientId: 'daybook', clientSecret: `secret-${randomUUID()}` };
  const counts = new Map<string, number>();
  const count = (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const failing = { times: 0, status: 503 };
  const rows = new Map<string, { payload: AdapterPayload; consumedMs?: number }>();
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const self: TestAuthorizationServer = {
    issuer,
    client,
    granted: (kind) => counts.get(kind) ?? 0,
    requests: () => counts.get('token') ?? 0,
    revocations: () => counts.get('revocation') ?? 0,
    consent: { answer: 'yes' },
    graceMs: 30 * 60_000,
    failTokens: (times, status = 503) => void Object.assign(failing, { times, status }),
    forgetAll: () => rows.clear(),
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };

  class GraceAdapter {
    readonly #kind: string;
    constructor(kind: string) {
      this.#kind = kind;
    }
    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      rows.set(`${this.#kind} ${id}`, { payload });
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      const row = rows.get(`${this.#kind} ${id}`);
      if (!row) return undefined;
      const isSpent = row.consumedMs !== undefined && Date.now() - row.consumedMs >= self.graceMs;
      return isSpent ? { ...row.payload, consumed: 1 } : row.payload;
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return [...rows.values()].find(({ payload }) => payload.uid === uid && payload.kind === this.#kind)?.payload;
    }
    async findByUserCode(): Promise<undefined> {}
    async consume(id: string): Promise<void> {
      const row = rows.get(`${this.#kind} ${id}`);
      if (!row) return;
      // Codes work once, without a grace period.
      if (this.#kind === 'RefreshToken') row.consumedMs ??= Date.now();
      else row.payload = { ...row.payload, consumed: 1 };
    }
    async destroy(id: string): Promise<void> {
      rows.delete(`${this.#kind} ${id}`);
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key);
    }
  }

  const provider = new Provider(issuer, {
    adapter: GraceAdapter,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [options.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    scopes: ['accounting', 'offline_access'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    ttl: { AccessToken: 3600, RefreshToken: 86_400, Grant: 86_400, Session: 3600, Interaction: 600 },
    cookies: { keys: ['only for tests'] },
  });
  provider.on('grant.success', (ctx) => count(String(ctx.oidc.params?.grant_type)));
  provider.on('server_error', (_ctx, error) => process.stderr.write(`authorization server: ${error.stack}\n`));

  async function answerQuestion(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params, prompt, session, grantId } = await provider.interactionDetails(request, response);
    if (self.consent.answer === 'no')
      return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'No.' });
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: 'owner' } });
    const clientId = String(params.client_id);
    const found = grantId ? await provider.Grant.find(grantId) : undefined;
    const grant = found ?? new provider.Grant({ accountId: session?.accountId ?? 'owner', clientId });
    grant.addOIDCScope('accounting offline_access');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  /** The resource that the tokens give access to: one company. */
  async function showCompany(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = await provider.AccessToken.find(String(request.headers.authorization).replace(/^Bearer /, ''));
    response.writeHead(token ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(token ? { company: 'acme', name: 'Acme Ltd' } : { error: 'invalid_token' }));
  }

  const serve = provider.callback();
  http.on('request', (request, response) => {
    const asked = (request.url ?? '').split('?')[0] ?? '';
    const path = options.paths?.[asked] ?? asked;
    request.url = path + (request.url ?? '').slice(asked.length);
    const failed = (error: Error) => response.writeHead(500).end(error.message);
    if (path.startsWith('/interaction/')) return void answerQuestion(request, response).catch(failed);
    if (path === '/company') return void showCompany(request, response).catch(failed);
    if (path === '/token') count('token');
    if (path === '/token/revocation') count('revocation');
    if (path === '/token' && failing.times > 0) {
      failing.times--;
      return void response.writeHead(failing.status).end('{}');
    }
    return void serve(request, response);
  });
  return self;
}
