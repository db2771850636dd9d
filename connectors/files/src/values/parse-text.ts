/**
 * Why a text is refused, or undefined. A text that a spreadsheet would compute when somebody opens an export of it
 * (`=…`, `@…`, `+cmd|…`) is refused. Negative numbers, telephone numbers and lines such as "- discount" are texts.
 */
export function textProblem(text: string): string | undefined {
  if (/[^\P{Cc}\t\n\r]/u.test(text)) return 'contains a control character.';
  if (text.includes('\ufffd')) return 'contains a character that the exporting program could not write.';
  if (looksLikeFormula(text)) return 'looks like a formula. Remove the sign at its start.';
  return undefined;
}

export function looksLikeFormula(text: string): boolean {
  if (/^[=@\t\r＝＠]/.test(text)) return true;
  if (!/^[-+＋－]/.test(text)) return false;
  const isNumber = /^[-+][\s\d.,()/-]*$/.test(text) && !/[-+]\d+[-+]\d+[-+]/.test(text.replace(/^\+/, ''));
  const isBullet = /^[-+]\s[^|!=(]*$/.test(text) || /^-+$/.test(text);
  return !isNumber && !isBullet;
}

/** Odoo writes `'+44 …` into CSV files, so that a spreadsheet does not compute it. It stays before a formula. */
export const withoutGuard = (text: string) =>
  /^'[-+]/.test(text) && !looksLikeFormula(text.slice(1)) ? text.slice(1) : text;
