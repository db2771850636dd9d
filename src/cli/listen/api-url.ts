import { type CommandInput, textOption, UsageError } from '../command.ts';

export function urlOption(input: CommandInput, name: string, fallback?: string): string {
  const text = textOption(input, name) ?? fallback;
  if (text === undefined) throw new UsageError(`--${name} is required.`);
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`--${name} must be a URL that starts with http:// or https://.`);
  return text;
}

/** The URL of the API, for commands that use it with a key. */
export const apiUrl = (input: CommandInput) => urlOption(input, 'url', 'http://localhost:8080').replace(/\/+$/, '');
