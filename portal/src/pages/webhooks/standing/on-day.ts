/** The fields that a standing query can compare with `today` (src/standing/dated-fields.ts). */
const dated = 'issueDate|dueDate|deliveryDate|date|fromDate|toDate|createdDate|postedOn';
const comparison = new RegExp(
  `\\b(${dated})(\\s*(?:>=|<=|!=|=|>|<)\\s*)today(?:\\s*([+-])\\s*(\\d{1,3}))?(?![\\w"-])`,
  'gi',
);
const dayMs = 86_400_000;

/** The filter as a list understands it: with the date (UTC) in place of `today`. */
export function onDay(query: string, at: Date): string {
  return query.replace(comparison, (_, field: string, operator: string, sign: string | undefined, days = '0') => {
    const offset = (sign === '-' ? -1 : 1) * Number(days) * dayMs;
    return `${field}${operator}${new Date(at.getTime() + offset).toISOString().slice(0, 10)}`;
  });
}
