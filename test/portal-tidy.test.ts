import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSource, root } from './tidy/read-source.ts';

/** Rules for the source of the portal: readable files, and no access to the service except through the SDK. */
const files = readSource('portal/src/**/*.ts', 'portal/src/**/*.tsx');
const styles = readSource('portal/src/**/*.css', 'portal/*.html');

test('a file of the portal has at most 400 lines', () => {
  assert.ok(files.length > 50);
  assert.deepEqual(
    files.filter((file) => file.lines > 400).map((file) => `${file.path}: ${file.lines}`),
    [],
  );
});

test('a folder of the portal has at most 16 files', () => {
  const folders = Map.groupBy([...files, ...styles], ({ path }) => path.slice(0, path.lastIndexOf('/')));
  assert.deepEqual(
    [...folders].filter(([, inside]) => inside.length > 16).map(([folder, inside]) => `${folder}: ${inside.length}`),
    [],
  );
});

test('components are PascalCase and named like their file; everything else is kebab-case', () => {
  const composition = /\/(main|start|routes)\.tsx$/;
  const wrong = files.filter(({ path, text }) => {
    if (composition.test(path)) return false;
    const [name = '', kind] = path.split('/').at(-1)?.split('.') ?? [];
    if (kind === 'ts') return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
    const said = new RegExp(`export (function|const) ${name}\\b`).test(text) || /export function [A-Z]/.test(text);
    return !/^[A-Z][A-Za-z0-9]*$/.test(name) || !said;
  });
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});

test('no file or folder of the portal has a meaningless name', () => {
  const banned = /(^|\/|-)(utils?|helpers?|common|shared|lib|misc|manager|service|index)([/.]|$)|(^|\/)types\./i;
  assert.deepEqual(
    [...files, ...styles].map(({ path }) => path).filter((path) => banned.test(path.replace('portal/src/', ''))),
    [],
  );
});

test('the portal imports only the SDK and its own packages, and no code of the service', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'portal/package.json'), 'utf8'));
  const wrong = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ from, path: target }) => {
        if (target !== undefined) return !target.startsWith('portal/src/');
        const name = from.split('/').slice(0, from.startsWith('@') ? 2 : 1);
        return !(name.join('/') in dependencies);
      })
      .map(({ from }) => `${path} → ${from}`),
  );
  assert.deepEqual(wrong, []);
});

test('the portal calls the service only through the SDK', () => {
  const own = /\bfetch\(|XMLHttpRequest|new (EventSource|WebSocket)\(|sendBeacon/;
  assert.deepEqual(
    files.filter(({ text }) => own.test(text)).map(({ path }) => path),
    [],
  );
  const made = files.filter(({ text }) => /\bcreateClient\(/.test(text)).map(({ path }) => path);
  assert.ok(made.length <= 2 && made.includes('portal/src/api.ts'), made.join());
});

test('nothing is loaded from another host', () => {
  // Texts and placeholders may contain hosts that are reserved for examples.
  const allowed = /^https?:\/\/([\w.-]+\.)?(example\.(com|org|net)|[\w-]+\.example|localhost|link|www\.w3\.org)\b/;
  const named = [...files, ...styles].flatMap(({ path, text }) =>
    [...text.matchAll(/(?:https?:)\/\/[\w.-]+/g)]
      .map(([url]) => ({ path, url }))
      .filter(({ url }) => !allowed.test(url)),
  );
  assert.deepEqual(named, []);
});

test('the portal does not use the type any', () => {
  assert.deepEqual(
    files.filter(({ text }) => /:\s*any\b|as any\b|<any>/.test(text)).map(({ path }) => path),
    [],
  );
});

test('every form is a Form, and every table is a RowTable without casts', () => {
  const own = ['portal/src/ui/form/Form.tsx', 'portal/src/ui/table/RowTable.tsx'];
  assert.deepEqual(
    files.filter(({ path, text }) => !own.includes(path) && /<form\b|<Table\b/.test(text)).map(({ path }) => path),
    [],
  );
  const cast = /\bas (?!const\b|readonly\b)[A-Za-z]/;
  const tables = files.filter(({ path }) => /\/(RowTable|ListTable|SyncSettingsTable|ColumnChoice)\.tsx$/.test(path));
  assert.equal(tables.length, 4);
  assert.deepEqual(
    tables.filter(({ text }) => cast.test(text.replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, ''))).map(({ path }) => path),
    [],
  );
});
