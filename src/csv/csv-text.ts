/** A line of a CSV file (RFC 4180). */
export function csvLine(values: readonly (string | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

/** What spreadsheets read as a formula: they run it when the file is opened. */
const startsFormula = /^[=+\-@\t\r]/;
const isNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** An absent value is an empty field. A text that looks like a formula gets an apostrophe; numbers stay exact. */
function csvField(value: string | null): string {
  if (value === null) return '';
  const harmless = startsFormula.test(value) && !isNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
