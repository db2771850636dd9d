import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '@daybook/connector-kit';

const masked = '[masked]';
/** Shorter secrets would also replace parts of ordinary words and numbers. */
const secretCharactersMin = 4;

/**
 * The HTTP client for one request of a client. It reaches only the server of `base`, and removes from every response
 * what the connection is signed with: a platform or a proxy may send requests back, headers and all.
 */
export function closedHttp(http: ProviderHttp, options: { base: string; secrets: readonly string[] }): ProviderHttp {
  const { origin } = new URL(options.base);
  const secrets = new Set(options.secrets);
  return {
    nowMs: http.nowMs,
    async request(request) {
      if (URL.parse(request.url)?.origin !== origin)
        throw new Error('A request that was passed through would have left the server of the platform.');
      for (const secret of signedWith(request)) secrets.add(secret);
      return withoutSecrets(await http.request(request), secrets);
    },
  };
}

/** The whole header, the part after "Bearer", and the password of "Basic". */
function signedWith({ headers = {} }: ProviderRequest): string[] {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  const last = value.split(/\s+/).at(-1) ?? '';
  const password = /^basic /i.test(value) ? Buffer.from(last, 'base64').toString('utf8').split(':').slice(1) : [];
  return [value, last, password.join(':')];
}

function withoutSecrets(answer: ProviderAnswer, secrets: ReadonlySet<string>): ProviderAnswer {
  const forms = [...secrets]
    .filter(({ length }) => length >= secretCharactersMin)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .sort((left, right) => right.length - left.length);
  const clean = (text: string) => forms.reduce((left, form) => left.replaceAll(form, masked), text);
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, clean(value)]);
  return { status: answer.status, headers: Object.fromEntries(headers), body: clean(answer.body) };
}
