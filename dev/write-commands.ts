import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from '../src/cli/command.ts';
import { commandFiles, type DescribedCommand } from '../src/cli/commands.ts';

/** `npm run commands`: writes src/cli/commands.gen.json, which help, completion and the man page read. */
export const commandsFile = new URL('../src/cli/commands.gen.json', import.meta.url);

export async function describeCommands(): Promise<DescribedCommand[]> {
  const found: DescribedCommand[] = [];
  for (const [file, load] of Object.entries(commandFiles)) {
    const source = await readFile(new URL(`../src/cli/${file}.ts`, import.meta.url), 'utf8');
    const ofFile = Object.entries(await load())
      .filter(([, value]) => isCommand(value))
      .map(([exportedAs, { run: _, ...description }]) => ({ file, exportedAs, ...description }));
    const placeOf = ({ exportedAs }: DescribedCommand) =>
      source.search(new RegExp(`^export const ${exportedAs}\\b`, 'm'));
    found.push(...ofFile.sort((a, b) => placeOf(a) - placeOf(b)));
  }
  return found;
}

function isCommand(value: unknown): value is Command {
  const { name, summary, run } = (value ?? {}) as Partial<Command>;
  return typeof name === 'string' && typeof summary === 'string' && typeof run === 'function';
}

if (import.meta.main) {
  await writeFile(commandsFile, JSON.stringify(await describeCommands(), null, 2));
  execFileSync('npx', ['biome', 'format', '--write', commandsFile.pathname], { stdio: 'ignore' });
}
