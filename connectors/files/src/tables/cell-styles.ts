import { decodeText } from '../text/decode-text.ts';
import { readXml } from '../text/read-xml.ts';

/** How a style shows a number. */
export type CellStyle = 'number' | 'date' | 'percent' | 'time';

const builtIn = (id: number): CellStyle => {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time';
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number';
};

/** Reads `xl/styles.xml`: what each style of a cell is. */
export function readStyles(bytes: Uint8Array): CellStyle[] {
  const formats = new Map<number, CellStyle>();
  const styles: CellStyle[] = [];
  let isInCells = false;
  readXml(decodeText(bytes), {
    open(name, attributes) {
      if (name === 'numFmt') formats.set(Number(attributes.numFmtId), styleOf(attributes.formatCode ?? ''));
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = Number(attributes.numFmtId ?? 0);
      styles.push(formats.get(id) ?? builtIn(id));
    },
    text() {},
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

function styleOf(code: string): CellStyle {
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '').split(';')[0] ?? '';
  if (bare.includes('%')) return 'percent';
  if (/[dy]/i.test(bare)) return 'date';
  if (/[hs]/i.test(bare)) return 'time';
  return /m/i.test(bare) ? 'date' : 'number';
}

/**
 * Writes the serial number of a day as a date. Day 60 of the 1900 system is a 29 February 1900 that did not exist.
 * Returns undefined for a number that is no date.
 */
export function dateOfSerial(serial: number, is1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < (is1904 ? 0 : 61) || serial > 110_000) return undefined;
  const milliseconds = Math.round(serial * 86_400) * 1000;
  const time = new Date(Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + milliseconds).toISOString();
  return time.endsWith('T00:00:00.000Z') ? time.slice(0, 10) : time.slice(0, 19).replace('T', ' ');
}
