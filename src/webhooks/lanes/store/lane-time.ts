/** Converts PostgreSQL's text of a UTC time to microseconds since 1970. `Date.parse` is only exact to 1 ms. */
export function micros(text: string): number {
  const [, second = '', fraction = ''] = /^(.{19})(?:\.(\d+))?/.exec(text) ?? [];
  return Date.parse(`${second.replace(' ', 'T')}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
}
