import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real OpenID Connect issuer on loopback. It signs in the person that a test names, without a form. */
export type Issuer = {
  url: string;
  /** The person who signs in next, with the claims that the issuer returns. */
  person: { subject: string; email?: string; isVerified?: boolean; name?: string };
  stop(): Promise<void>;
};

export const client = { id: 'daybook', secret: 'a secret of the client at the issuer' };

export async function startIssuer(redirectUri: string): Promise<Issuer> {
  const made: Issuer = { url: '', person: { subject: 'nobody' }, stop: async () => {} };
  let provider: Provider | undefined;
  const server: Server = createServer((request, response) => {
    if (!provider) return response.end();
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: made.person.subject } });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = new Provider(made.url, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, accountId) => {
      const { email, isVerified = true, name } = made.person;
      return { accountId, claims: () => ({ sub: accountId, email, email_verified: isVerified, name }) };
    },
    async loadExistingGrant(ctx) {
      const { oidc } = ctx;
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  made.stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return made;
}
