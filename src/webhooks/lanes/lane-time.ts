/** Microseconds since 1970 from PostgreSQL's text of a UTC time; Date.parse alone would drop the microseconds. */
export function micros(text: string): number {
  const [, second = '', fraction = ''] = /^(.{19})(?:\.(\d+))?/.exec(text) ?? [];
  return Date.parse(`${second.replace(' ', 'T')}Z`) * 1000 + Number(fraction.padEnd(6, '0'));
}
