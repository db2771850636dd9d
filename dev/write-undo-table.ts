import { readFile, writeFile } from 'node:fs/promises';
import { dataTypes, type Push } from '@daybook/connector-kit';
import { loadConnectors } from '../src/connectors/load-connectors.ts';

/** Part of `npm run platforms`: writes into docs/push.md how each platform undoes a step of a push group. */
const file = new URL('../docs/push.md', import.meta.url);
const begin = '<!-- how steps are undone, by platform: written by npm run platforms -->\n';
const end = '<!-- end -->\n';

/** docs/push.md with the table that follows from the connectors. */
export async function currentPushDocument(): Promise<string> {
  const [before, rest] = (await readFile(file, 'utf8')).split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('docs/push.md has no place for the table of undos.');
  return `${before}${begin}\n${await undoTable()}\n${end}${after}`;
}

async function undoTable(): Promise<string> {
  const connectors = (await loadConnectors([])).map(({ sample }) => sample);
  const pushing = connectors.filter(({ push = {} }) => Object.values(push).some(({ operations }) => operations.create));
  const created = dataTypes.filter(({ name }) => pushing.some(({ push }) => push?.[name]?.operations.create));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [
    row(['', ...pushing.map(({ platform }) => platform.name)]),
    row(['---', ...pushing.map(() => '---')]),
    ...created.map(({ name }) => row([`\`${name}\``, ...pushing.map(({ push }) => undosOf(push?.[name]))])),
  ].join('');
}

/** The ways of the statuses that a client can create a record with, or one way if it is the same for all. */
function undosOf(push: Push | undefined): string {
  if (!push?.operations.create) return '';
  const { status } = push.operations.create.properties as { status?: { enum?: string[] } };
  const wayOf = (record: object) => push.undo?.(record)?.way ?? 'no';
  const byStatus = (status?.enum ?? []).map((one) => [one, wayOf({ status: one })] as const);
  const ways = new Set([wayOf({}), ...byStatus.map(([, way]) => way)]);
  return ways.size === 1 ? [...ways].join() : byStatus.map(([one, way]) => `${one}: ${way}`).join(', ');
}

if (import.meta.main) await writeFile(file, await currentPushDocument());
