import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource, root } from './read-source.ts';

/** docs/requirements.md lists which test proves which clause. `npm run requirements` writes its column "Tests". */
export type Clause = { id: string; clause: string; state: string; tests: string };

const file = join(root, 'docs/requirements.md');
const rowPattern = /^\| (R-[A-Z]+-\d\d) \| (.*) \| (done|open \(issue \d+\)) \| ?(.*?) ?\|$/;

export function readClauses(text = readFileSync(file, 'utf8')): Clause[] {
  return text.split('\n').flatMap((line) => {
    const [, id, clause, state, tests] = rowPattern.exec(line) ?? [];
    return id && clause && state ? [{ id, clause, state, tests: tests ?? '' }] : [];
  });
}

/** The files of the tests whose titles contain a requirement id, by id. */
export function readProofs(): Map<string, string[]> {
  const proofs = new Map<string, string[]>();
  for (const { path, text } of readSource(
    '{test,connector-kit/test,connectors/*/test,sandbox/test}/**/*.{test,live}.ts',
  )) {
    for (const [, , title = ''] of text.matchAll(/\b(?:test|it)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)) {
      for (const [id] of title.matchAll(/R-[A-Z]+-\d\d/g)) {
        const files = proofs.get(id) ?? [];
        if (!files.includes(path)) proofs.set(id, [...files, path]);
      }
    }
  }
  return proofs;
}

export function withProofs(text: string, proofs: Map<string, string[]>): string {
  return text
    .split('\n')
    .map((line) => {
      const [, id, clause, state] = rowPattern.exec(line) ?? [];
      if (!id) return line;
      const tests = (proofs.get(id) ?? []).map(
        (path) => `[${path.replace(/^test\//, '').replace(/\.(test|live)\.ts$/, '')}](../${path})`,
      );
      return `| ${id} | ${clause} | ${state} | ${tests.length ? `${tests.join(', ')} ` : ''}|`;
    })
    .join('\n');
}

if (import.meta.main) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, withProofs(text, readProofs()));
  const open = readClauses(text).filter((clause) => clause.state !== 'done').length;
  process.stdout.write(`${readClauses(text).length} clauses, ${open} still open.\n`);
}
