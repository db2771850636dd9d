import type { Connector, ProviderHttp } from '@daybook/connector-kit';
import { AuthRejected, Unavailable } from '@daybook/connector-kit';

/** A minimal platform with OAuth 2 and one data type. */
export function oauthPlatform(issuer: string): Connector {
  async function company(http: ProviderHttp): Promise<{ company: string; name: string }> {
    const answer = await http.request({ method: 'GET', url: `${issuer}/company` });
    if (answer.status === 401) throw new AuthRejected('Ledger does not accept the token.');
    if (answer.status !== 200) throw new Unavailable(`Ledger answered with status ${answer.status}.`);
    return JSON.parse(answer.body);
  }
  return {
    platform: { key: 'ledger', name: 'Ledger', sourceType: 'Accounting' },
    credentialFields: [],
    hostFrom: 'operator',
    oauth: {
      issuer,
      authorizeUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      revokeUrl: `${issuer}/token/revocation`,
      scopes: ['accounting', 'offline_access'],
      graceMs: 30 * 60_000,
      findTenant: async ({ http }) => (await company(http)).company,
    },
    budget: {
      connection: { requests: 6000, perMs: 60_000, atOnce: 10 },
      platform: { requests: 60_000, perMs: 60_000, atOnce: 100 },
    },
    pull: {
      async *info({ http }) {
        const { company: id, name } = await company(http);
        yield { records: [{ id, record: () => ({ companyName: name }) }], resumeAt: null, cursor: 'none' };
      },
    },
    mappingVersion: 1,
    tellsDeletions: false,
    check: async ({ http }) => ({ companyName: (await company(http)).name }),
  };
}
