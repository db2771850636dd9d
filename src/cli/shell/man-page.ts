import { version } from '../../base/version.ts';
import type { CommandDescription } from '../command.ts';
import { call, optionsOf } from '../help.ts';

type DescribedSetting = { variable: string; help: string; fallback?: string | number | boolean };

/** Writes the man page daybook(1) in roff, from the descriptions of commands and settings. */
export function writeManPage({
  commands,
  settings,
}: {
  commands: readonly CommandDescription[];
  settings: readonly DescribedSetting[];
}): string {
  return [
    `.TH DAYBOOK 1 "" "Daybook ${version}" "Daybook"`,
    '.SH NAME',
    text('daybook - a self-hosted data API for company accounting data'),
    '.SH SYNOPSIS',
    '.B daybook',
    '.I command',
    '[\\fIarguments\\fR] [\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    text(
      'Daybook is one program and one PostgreSQL database, version 15 or later. "daybook start" runs it; the only setting that it needs is DAYBOOK_DATABASE_URL. Every command takes --help and --json. Settings are environment variables.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(describeCommand),
    '.SH ENVIRONMENT',
    ...settings.flatMap(describeSetting),
    '.SH FILES',
    '.TP',
    '.I ~/.config/daybook/secret\\-keys',
    text(
      'The sealing keys that "daybook start" creates. If DAYBOOK_SECRET_KEYS or DAYBOOK_SECRET_KEYS_FILE is set, this file is not used. Without the keys, the stored secrets cannot be decrypted.',
    ),
    '.TP',
    '.I ~/.cache/daybook',
    text('Compiled code, with which the program starts faster. This folder can be deleted.'),
    '.SH EXIT STATUS',
    text('0 for success, 1 for a failure or a check that found a problem, 2 for wrong usage.'),
    '',
  ].join('\n');
}

function describeCommand(command: CommandDescription): string[] {
  return [
    `.SS daybook ${text(call(command))}`,
    text(command.summary),
    ...Object.entries(optionsOf(command)).flatMap(([name, help]) => ['.TP', `.B \\-\\-${text(name)}`, text(help)]),
    '.PP',
    'Examples:',
    '.PP',
    '.nf',
    '.RS',
    ...command.examples.map(text),
    '.RE',
    '.fi',
  ];
}

function describeSetting({ variable, help, fallback }: DescribedSetting): string[] {
  const byDefault = fallback === undefined ? ' Required.' : fallback === '' ? '' : ` Default: ${fallback}.`;
  return ['.TP', `.B ${text(variable)}`, text(`${help}${byDefault}`)];
}

/** Escapes what roff would interpret: backslashes, dashes, and a dot or quote at the start of a line. */
function text(plain: string): string {
  const escaped = plain.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
