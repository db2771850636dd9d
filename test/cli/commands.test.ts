import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { commandsFile, describeCommands } from '../../dev/write-commands.ts';
import { commandFiles, commands } from '../../src/cli/commands.ts';
import { distance, findNearest } from '../../src/cli/nearest.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { writeManPage } from '../../src/cli/shell/man-page.ts';
import { writeCompletion } from '../../src/cli/shell/shell-completion.ts';
import { settings } from '../../src/config/settings.ts';

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;

async function errorOf(...args: string[]): Promise<string> {
  let text = '';
  const keep = (line: string) => {
    text += line;
  };
  await runCommand({ args, env: {}, print: keep, printError: keep });
  return text;
}

test('the list of commands is up to date and has every command', async () => {
  const described = JSON.parse(readFileSync(commandsFile, 'utf8'));
  assert.deepEqual(described, JSON.parse(JSON.stringify(await describeCommands())), 'run "npm run commands"');
  const files = globSync('src/cli/*/*.ts').filter((file) => /^export const \w+(: Command)? = /m.test(read(file)));
  const withCommands = files.filter((file) => /^ {2,4}name: '/m.test(read(file))).map((file) => file.slice(8, -3));
  assert.deepEqual(withCommands.sort(), Object.keys(commandFiles).sort());
  for (const command of commands) assert.equal((await command.load()).name, command.name);
});

const read = (file: string) => readFileSync(file, 'utf8');

test('help loads no package and none of the server', () => {
  const reached = new Set(['src/main.ts', 'src/cli/run-command.ts']);
  for (const file of reached) {
    if (!file.endsWith('.ts')) continue;
    const imports = read(file).matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gms);
    for (const [, from = ''] of imports) {
      if (from.startsWith('.')) reached.add(normalize(join(dirname(file), from)));
      else assert.match(from, /^node:/, file);
    }
  }
  assert.deepEqual(
    [...reached].filter((file) => !/^src\/(cli\/[^/]+|base\/version|config\/env|main)\.\w/.test(file)),
    [],
  );
});

test('a misspelt command or option is answered with the nearest one', async () => {
  const cases: [args: string[], nearest: RegExp | undefined][] = [
    [['acount', 'lst'], /Did you mean "daybook account list"\?/],
    [['strat'], /Did you mean "daybook start"\?/],
    [['webhook', 'retry', 'some-id'], /Did you mean "daybook webhooks retry"\?/],
    [['perso'], /Did you mean "daybook person"\?/],
    [['account', 'list', '--jsn'], /Did you mean --json\?/],
    [['fly'], undefined],
    [['account', 'list', '--colour'], undefined],
  ];
  for (const [args, nearest] of cases) {
    const text = await errorOf(...args);
    if (nearest) assert.match(text, nearest);
    else assert.doesNotMatch(text, /Did you mean/, args.join(' '));
  }
  assert.deepEqual([distance('start', 'strat'), distance('key', ''), distance('abc', 'abc')], [1, 3, 0]);
  assert.equal(findNearest([{ name: 'sync', typed: 'push' }]), undefined);
});

test('bash completes commands, their words and their options', { skip: !isInstalled('bash') }, () => {
  const complete = (...words: string[]) =>
    execFileSync('bash', ['-c', `${writeCompletion('bash', commands)}\n${typed(words)}`], { encoding: 'utf8' })
      .trim()
      .split(' ');
  const typed = (words: string[]) =>
    `COMP_WORDS=(daybook ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _daybook; echo "\${COMPREPLY[@]}"`;
  assert.deepEqual(complete('acc'), ['account']);
  assert.deepEqual(complete('account', 'c'), ['create']);
  assert.deepEqual(complete('webhooks', 'migration', 're'), ['request', 'rehearse']);
  assert.deepEqual(complete('key', 'create', 'some-id', '--s'), ['--scopes']);
  assert.deepEqual(complete('config', 'new-key', '--i'), ['--id']);
  assert.deepEqual(complete('help', 'sta'), ['start']);
});

test('fish completes commands, their words and their options', { skip: !isInstalled('fish') }, () => {
  const complete = (line: string) =>
    execFileSync('fish', ['--no-config', '-c', `${writeCompletion('fish', commands)}\ncomplete -C '${line}'`], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .map((found) => found.split('\t')[0]);
  assert.deepEqual(complete('daybook acc'), ['account']);
  assert.deepEqual(complete('daybook account c'), ['create']);
  assert.deepEqual(complete('daybook key create some-id --s'), ['--scopes']);
  assert.deepEqual(complete('daybook help sta'), ['start']);
});

test('zsh can read its completion script', { skip: !isInstalled('zsh') }, () => {
  execFileSync('zsh', ['-n', '-s'], { input: writeCompletion('zsh', commands) });
});

test('the man page has every command, option and setting, and man formats it without a warning', () => {
  const page = writeManPage({ commands, settings: Object.values(settings) });
  const plain = page.replaceAll('\\-', '-').replaceAll('\\&', '').replaceAll('\\e', '\\');
  for (const { name, summary, optionHelp = {} } of commands) {
    assert.ok(plain.includes(`.SS daybook ${name}`) && plain.includes(summary), name);
    for (const option of Object.keys(optionHelp)) assert.ok(plain.includes(`.B --${option}`), option);
  }
  for (const { variable } of Object.values(settings)) assert.ok(plain.includes(`.B ${variable}`), variable);
  const isRequest = /^\.(TH|SH|SS|TP|PP|B|I|nf|fi|RS|RE)\b/;
  assert.deepEqual(
    page.split('\n').filter((line) => /^[.']/.test(line) && !isRequest.test(line)),
    [],
  );
  if (!isInstalled('groff')) return;
  const { stdout, stderr } = spawnSync('groff', ['-man', '-Kutf8', '-Tutf8', '-ww'], { input: page, encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.match(stdout.replace(/.[\b]/g, ''), /EXIT STATUS/);
});
