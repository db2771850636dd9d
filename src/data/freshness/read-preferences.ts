import { inputInvalid } from '../../base/errors.ts';

/** What a read says about the age that it accepts (header `Prefer`, RFC 7240). */
export type AgePreferences = {
  maxAgeSeconds: number;
  /** How long the read may wait for a state that is young enough; 0 if it does not wait. */
  waitSeconds: number;
  /** Value of the header `Preference-Applied`. */
  applied: string;
};

export const waitMaxSeconds = 30;

/**
 * Returns undefined if neither preference is given. `wait` alone accepts only what is read after the request. Other
 * preferences are ignored, and of repeated ones the first counts, as RFC 7240 says. A value that is no whole number is
 * refused: a client that believes to have limited the age must not get data of any age.
 */
export function readPreferences(header: string | undefined): AgePreferences | undefined {
  if (header === undefined) return undefined;
  const given = new Map<string, string>();
  for (const part of header.split(',')) {
    const [, name, value = ''] = /^\s*([^\s=;]+)\s*(?:=\s*([^;]*?))?\s*(?:;.*)?$/.exec(part) ?? [];
    const key = name?.toLowerCase();
    if ((key === 'max-age' || key === 'wait') && !given.has(key)) given.set(key, value.replace(/^"(.*)"$/, '$1'));
  }
  if (given.size === 0) return undefined;
  const maxAgeSeconds = secondsOf('max-age', given.get('max-age')) ?? 0;
  const wait = secondsOf('wait', given.get('wait'));
  const waitSeconds = Math.min(wait ?? 0, waitMaxSeconds);
  const applied = `max-age=${maxAgeSeconds}${wait === undefined ? '' : `, wait=${waitSeconds}`}`;
  return { maxAgeSeconds, waitSeconds, applied };
}

function secondsOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const message = `The preference "${name}" in the header "Prefer" must be a whole number of seconds, such as ${name}=${name === 'wait' ? 10 : 3600}, not "${text}".`;
  throw inputInvalid({ items: [{ itemId: 'Prefer', message }] });
}
