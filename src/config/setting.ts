import ipaddr from 'ipaddr.js';
import type { SealingKey } from '../base/secrets.ts';

export type Parsed<Value> = { value: Value } | { problem: string };

type Facts = {
  /** Name of the environment variable. */
  variable: string;
  example: string;
  help: string;
  /** If undefined, the setting is required. */
  fallback?: string | number | boolean;
};

/** One setting: everything that the program knows about it. */
export type Setting<Value> = Facts & {
  parse(text: string): Parsed<Value>;
  /** Returns the value as `daybook config` prints it: secrets are masked. */
  show(value: Value): string;
};

/** Maps the name of each value to its setting. */
export type Settings<Values> = { [Name in keyof Values]: Setting<Values[Name]> };
export type ValuesOf<Given> = { [Name in keyof Given]: Given[Name] extends Setting<infer Value> ? Value : never };

function kind<Value>(parse: Setting<Value>['parse'], show: Setting<Value>['show'] = String) {
  return (facts: Facts): Setting<Value> => ({ ...facts, parse, show });
}

const parseText = (text: string): Parsed<string> => ({ value: text });
export const text = kind(parseText);
export const secret = kind(parseText, (value) => (value ? '****' : ''));

export function integer({ min, max, ...facts }: Facts & { min: number; max: number }): Setting<number> {
  const parse = (text: string) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max
      ? { value }
      : { problem: `must be a whole number from ${min} to ${max}, but is "${text}".` };
  };
  return kind<number>(parse)(facts);
}

export const share = kind<number>((text) => {
  const value = Number(text);
  return /^\d*\.?\d+$/.test(text) && value <= 1
    ? { value }
    : { problem: `must be a number from 0 to 1, but is "${text}".` };
});

export const boolean = kind<boolean>((text) =>
  text === 'true' || text === 'false'
    ? { value: text === 'true' }
    : { problem: `must be true or false, but is "${text}".` },
);

export function choice<const One extends string>({ choices, ...facts }: Facts & { choices: readonly One[] }) {
  return kind<One>((text) => {
    const value = choices.find((one) => one === text);
    return value ? { value } : { problem: `must be one of ${choices.join(', ')}, but is "${text}".` };
  })(facts);
}

export function choices({ choices, ...facts }: Facts & { choices: readonly string[] }): Setting<string[]> {
  return kind((text) => {
    const value = splitList(text);
    const wrong = value.find((one) => !choices.includes(one));
    if (wrong === undefined) return { value };
    return { problem: `must be a list of ${choices.join(', ')}, separated by commas, but contains "${wrong}".` };
  })(facts);
}

export const list = kind(
  (text) => ({ value: splitList(text) }),
  (value) => value.join(','),
);

export const optionalUrl = kind((text) => (text ? parseUrl(text, ['http:', 'https:']) : { value: '' }));

export const optionalDate = kind<string>((text) =>
  text === '' || (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))
    ? { value: text }
    : { problem: `must be a date such as 2027-12-31, but is "${text}".` },
);

export const postgresUrl = kind(parsePostgresUrl, maskUrl);
export const optionalPostgresUrl = kind((text) => (text ? parsePostgresUrl(text) : { value: '' }), maskUrl);
export const optionalSmtpUrl = kind((text) => (text ? parseUrl(text, ['smtp:', 'smtps:']) : { value: '' }), maskUrl);

/** Addresses and CIDR ranges. A single address becomes a range of one address. */
export const addresses = kind<string[]>((text) => {
  const value = splitList(text).map((part) => (part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`));
  const wrong = value.find((range) => !ipaddr.isValidCIDR(range));
  if (wrong) return { problem: `must be addresses or ranges, separated by commas, but contains "${wrong}".` };
  return { value };
});

export const cellName = kind<string>((text) =>
  /^[a-z][a-z0-9]{0,15}$/.test(text)
    ? { value: text }
    : { problem: `must be 1 to 16 lower-case letters and digits, beginning with a letter, but is "${text}".` },
);

export const sealingKeys = kind(parseKeys, (keys) => keys.map((key) => `${key.id}:****`).join(','));

export const optionalSealingKeys = kind(
  (text) => (text ? parseKeys(text) : { value: [] }),
  (keys) => keys.map((key) => `${key.id}:****`).join(','),
);

export function splitList(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

function parseUrl(text: string, protocols: string[]): Parsed<string> {
  const url = URL.parse(text);
  // Do not quote the value, because it may contain a password.
  if (!url || !protocols.includes(url.protocol)) {
    return { problem: `must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}.` };
  }
  return { value: text.replace(/\/+$/, '') };
}

function parsePostgresUrl(text: string): Parsed<string> {
  const parsed = parseUrl(text, ['postgres:', 'postgresql:']);
  return 'value' in parsed ? { value: text } : parsed;
}

function maskUrl(text: string): string {
  if (!text) return '';
  const url = new URL(text);
  if (url.password) url.password = '****';
  return url.toString();
}

function parseKeys(text: string): Parsed<SealingKey[]> {
  const keys: SealingKey[] = [];
  for (const part of text.split(',')) {
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/_=-]+)$/.exec(part.trim()) ?? [];
    const key = Buffer.from(encoded ?? '', 'base64');
    if (!id || key.length !== 32) {
      return {
        problem: 'must be "id:key" pairs separated by commas, each key 32 bytes in base64 ("daybook config new-key").',
      };
    }
    if (keys.some((other) => other.id === id)) return { problem: `contains the key id "${id}" twice.` };
    keys.push({ id, key });
  }
  return { value: keys };
}
