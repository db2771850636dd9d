import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from '../tidy/read-source.ts';

const root = join(import.meta.dirname, '../..');
/** Methods of the SDK client that are not operations. */
const ownCalls = new Set(['download', 'each', 'follow', 'urlOf', 'watch']);

/** How the portal's code calls the service: operations by name, and calls that bypass the SDK. */
export type PortalCalls = { operations: string[]; unknown: string[]; pastTheSdk: string[] };

export function readPortalCalls(): PortalCalls {
  const { paths } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const known = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId ?? '')),
  );
  const operations = new Set<string>();
  const unknown = new Set<string>();
  const pastTheSdk: string[] = [];
  for (const { path, text } of readSource('portal/src/**/*.ts', 'portal/src/**/*.tsx')) {
    // Direct calls such as `daybook.getCompany(…)`, and operations passed by name: read('getCompany'), refresh('…').
    const named = [
      ...text.matchAll(/\b(?:daybook|client|exactDaybook)\.(\w+)\(/g),
      ...text.matchAll(/\b(?:read|each|refresh|useChange)\(\s*'(\w+)'/g),
      ...text.matchAll(/\boperation="(\w+)"/g),
    ];
    for (const [, name = ''] of named) {
      if (known.has(name)) operations.add(name);
      else if (!ownCalls.has(name)) unknown.add(`${path}: ${name}`);
    }
    if (/\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/.test(text)) pastTheSdk.push(path);
  }
  return { operations: [...operations].sort(), unknown: [...unknown].sort(), pastTheSdk };
}
