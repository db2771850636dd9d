import { dateLocale } from '../../messages/catalogue.ts';

/**
 * The time zone in which all times are shown: that of the browser, unless the person has chosen another one. The choice
 * is kept in this browser, for each person.
 */
const keyOf = (personId: string) => `daybook.timeZone.${personId}`;
const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

let person = '';
let chosen: string | undefined;
const listeners = new Set<() => void>();

export const timeZone = (): string => chosen ?? browserZone;
/** Undefined if the person has chosen none. */
export const chosenZone = (): string | undefined => chosen;
export const zoneOfBrowser = (): string => browserZone;

export function subscribeZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reads the choice of the person who has signed in. */
export function openZone(personId: string): void {
  if (person === personId) return;
  person = personId;
  try {
    const stored = localStorage.getItem(keyOf(personId)) ?? undefined;
    chosen = stored !== undefined && isZone(stored) ? stored : undefined;
  } catch {
    chosen = undefined;
  }
}

/** `undefined`: the zone of the browser. */
export function chooseZone(zone: string | undefined): void {
  chosen = zone;
  try {
    if (zone === undefined) localStorage.removeItem(keyOf(person));
    else localStorage.setItem(keyOf(person), zone);
  } catch {
    // A browser without storage keeps the choice until the page is left.
  }
  for (const listener of listeners) listener();
}

export function isZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in the chosen time zone. */
export function formatTime(at: string | number, options: Intl.DateTimeFormatOptions): string {
  return formatIn(timeZone(), options).format(typeof at === 'number' ? at : Date.parse(at));
}

function formatIn(zone: string, options: Intl.DateTimeFormatOptions, language = dateLocale()): Intl.DateTimeFormat {
  const key = `${zone} ${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { ...options, timeZone: zone });
    formats.set(key, format);
  }
  return format;
}

const wall: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
};

/** How far the clocks of a zone are ahead of UTC at a time, in ms. */
export function offsetMs(ms: number, zone = timeZone()): number {
  const part = Object.fromEntries(
    formatIn(zone, wall, 'en-US')
      .formatToParts(ms)
      .map((one) => [one.type, one.value]),
  );
  const clock = Date.UTC(
    Number(part.year),
    Number(part.month) - 1,
    Number(part.day),
    Number(part.hour),
    Number(part.minute),
    Number(part.second),
  );
  return clock - Math.floor(ms / 1000) * 1000;
}

/** The value of a `datetime-local` input for a time, in the chosen zone, to the minute or (19 characters) the second. */
export function toLocal(at: string | undefined, length = 16, zone = timeZone()): string {
  if (!at) return '';
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, length);
}

/** The time that the value of a `datetime-local` input means in the chosen zone. */
export function fromLocal(text: string, zone = timeZone()): string | undefined {
  const clock = text ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(clock)) return undefined;
  // The offset of the time itself is not known before the time is. Near a change of the clocks, the first try is wrong.
  const tried = clock - offsetMs(clock, zone);
  return new Date(clock - offsetMs(tried, zone)).toISOString();
}
