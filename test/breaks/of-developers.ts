import type { Break } from './break.ts';

/** What developers rely on: exports, the request log, the content and the signatures of webhooks. */
export const ofDevelopers: Break[] = [
  {
    id: 'P-EXPORT',
    what: 'an export whose state is removed halfway goes on with other records',
    file: 'src/data/export/read-parts.ts',
    from: 'if (!row || isGone || (row.publishedMs ?? undefined) !== state.publishedMs)',
    to: 'if (!row)',
    tests: ['test/data/export.test.ts'],
  },
  {
    id: 'P-EXPORT',
    what: 'asOf exports the newest state',
    file: 'src/data/export/read-parts.ts',
    from: 'return requireState(ctx, request, request.query);',
    to: 'return requireState(ctx, request, {});',
    tests: ['test/data/export.test.ts'],
  },
  {
    id: 'P-LOGS',
    what: 'the request log stores parameters that the operation does not declare, such as a secret',
    file: 'src/logs/requests/request-row.ts',
    from: ".filter((part) => names.has(part.slice(0, Math.max(0, part.indexOf('=')))));",
    to: ".filter((part) => names.size >= 0 && part !== '');",
    tests: ['test/logs/request-log.test.ts'],
  },
  {
    id: 'P-LOGS',
    what: 'the request log stores the token in an unknown path',
    file: 'src/logs/requests/request-row.ts',
    from: 'path: route ? path : maskUnknownPath(path),',
    to: 'path,',
    tests: ['test/logs/request-log.test.ts'],
  },
  {
    id: 'P-CONTENT',
    what: 'a filter of a consumer with "and" is one with "or"',
    file: 'src/webhooks/content/compile-event-filter.ts',
    from: "return filter.type === 'and' ? { all: parts } : { any: parts };",
    to: 'return { any: parts };',
    tests: ['test/webhooks/content.filter.test.ts'],
  },
  {
    id: 'P-CONTENT',
    what: 'a consumer that chooses fields no longer gets the id of the event',
    file: 'src/webhooks/content/choose-fields.ts',
    from: 'const choice = choiceOf([...keptFields, ...fields]);',
    to: 'const choice = choiceOf(fields);',
    tests: ['test/webhooks/content.fields.test.ts'],
  },
  {
    id: 'P-SIGNATURE',
    what: 'a signature by ed25519 is sent as one by a shared secret',
    file: 'src/webhooks/sending/signature.ts',
    from: 'return `v1a,',
    to: 'return `v1,',
    tests: ['test/webhooks/signature-ed25519.test.ts'],
  },
];
