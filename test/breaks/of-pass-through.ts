import type { Break } from './break.ts';

const [closed, sending, urls] = ['closed', 'pass-through', 'platform-url'].map(
  (name) => `test/pass-through/${name}.test.ts`,
) as [string, string, string];

/** Requests of clients in the platform's own language. */
export const ofPassThrough: Break[] = [
  {
    id: 'P-PASS',
    what: 'a path with "..", an encoded "/" or a whole URL is accepted',
    file: 'src/pass-through/platform-url.ts',
    from: 'if (problem !== undefined) throw wrongPath(problem);',
    to: '',
    tests: [urls, closed],
  },
  {
    id: 'P-PASS',
    what: 'a path is checked before it is decoded a second time',
    file: 'src/pass-through/platform-url.ts',
    from: 'times < 5',
    to: 'times < 1',
    tests: [urls],
  },
  {
    id: 'P-PASS',
    what: 'a client may set every header',
    file: 'src/pass-through/raw-request.ts',
    from: 'if (!allowed.includes(name))',
    to: 'if (name === "")',
    tests: [closed],
  },
  {
    id: 'P-PASS',
    what: 'a platform that sends requests back shows the credentials',
    file: 'src/pass-through/closed-http.ts',
    from: 'return withoutSecrets(await http.request(request), secrets);',
    to: 'return http.request(request);',
    tests: [closed],
  },
  {
    id: 'P-PASS',
    what: 'a request is not in the audit trail',
    file: 'src/pass-through/pass-through.ts',
    from: 'if (!before) auditId = await openEntry(ctx, tx, call, shown);',
    to: "auditId = '00000000-0000-0000-0000-000000000000';",
    tests: [sending],
  },
  {
    id: 'P-PASS',
    what: 'a request does not take from the budget',
    file: 'src/connections/provider/provider-http.ts',
    from: 'const done = await ctx.budgets.take(place);',
    to: "const done = use === 'passThrough' ? () => {} : await ctx.budgets.take(place);",
    tests: [sending],
  },
  {
    id: 'P-PASS',
    what: 'a write whose answer was lost is sent again with its key',
    file: 'src/pass-through/pass-through.ts',
    from: 'if (key && !isUnknown)',
    to: 'if (key)',
    tests: [sending],
  },
  {
    id: 'P-PASS',
    what: 'every key has the scope',
    file: 'src/http/access/principal.ts',
    from: "scopes.filter((scope) => scope !== 'passThrough')",
    to: 'scopes.filter((scope) => scope.length > 0)',
    tests: [sending],
  },
];
