/** Odoo's times are in UTC and have no zone: 2026-11-18 05:24:29. */
export const timeText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Odoo sends `false` for an empty value of any type. A field that is undefined is left out of the record. */
export const optionalText = (text: string | false | null | undefined) => (text ? text : undefined);
export const day = (date: string) => `${date.slice(0, 10)}T00:00:00Z`;
export const optionalDay = (date: string | false | null | undefined) => (date ? day(date) : undefined);

/** Notes are HTML at Odoo, and plain text in Daybook. */
export function plainOf(html: string | false | null | undefined): string | undefined {
  const text = (html || '')
    .replace(/<(br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
  return optionalText(text.trim());
}

export function htmlOf(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`;
}
