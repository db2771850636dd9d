import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/ui.ts';

/** Returns the parameters of a `next` or `previous` link, as input for the same operation. */
export function inputOfLink(href: string | undefined): Record<string, string> | undefined {
  if (href === undefined) return undefined;
  return Object.fromEntries(new URL(href, 'http://link').searchParams);
}

/** Formats the range of the rows that are shown: "1–50 of 1,234". */
export function rangeText({
  page,
  pageSize,
  shown,
  total,
}: {
  page: number;
  pageSize: number;
  shown: number;
  total: number;
}) {
  const number = new Intl.NumberFormat(locale());
  if (total === 0 || shown === 0) return t('rangeEmpty', { total: number.format(total) });
  const first = (page - 1) * pageSize + 1;
  return t('range', {
    first: number.format(first),
    last: number.format(first + shown - 1),
    total: number.format(total),
  });
}

export type Order = { id: string; desc: boolean };

/** Parses a sort order such as `-created`, in which "-" means descending. `orderText` does the reverse. */
export function parseOrder(text: string | undefined): Order[] {
  return (text ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('-') ? { id: part.slice(1), desc: true } : { id: part, desc: false }));
}

export function orderText(order: readonly Order[]): string | undefined {
  return order.length === 0 ? undefined : order.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',');
}
