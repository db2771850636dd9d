import type { Command } from './command.ts';

export function programHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => call(command).length));
  return [
    'daybook: a self-hosted data API for company accounting data',
    '',
    'Commands:',
    ...commands.map((command) => `  ${call(command).padEnd(width)}  ${command.summary}`),
    '',
    'Every command takes --help and --json. Settings are environment variables; "daybook config" lists them.',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const options = Object.entries({ ...command.optionHelp, json: 'print the result as JSON' });
  const width = Math.max(...options.map(([name]) => name.length));
  return [
    `${command.summary}`,
    '',
    `Usage: daybook ${call(command)} [options]`,
    '',
    'Options:',
    ...options.map(([name, help]) => `  --${name.padEnd(width)}  ${help}`),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}

function call(command: Command): string {
  return [command.name, ...(command.positionals ?? [])].join(' ');
}
