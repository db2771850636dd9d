import type { CommandDescription } from './command.ts';

export function programHelp(commands: readonly CommandDescription[]): string {
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

export function commandHelp(command: CommandDescription): string {
  const options = Object.entries(optionsOf(command));
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

/** Help texts by option name, including `--json`, which every command accepts. */
export function optionsOf(command: CommandDescription): Record<string, string> {
  return { ...command.optionHelp, json: 'print the result as JSON' };
}

/** The command with its arguments, such as `key create ACCOUNT_ID`. */
export function call(command: CommandDescription): string {
  return [command.name, ...(command.positionals ?? [])].join(' ');
}
