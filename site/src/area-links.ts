import { readGenerated } from './read-generated.ts';

/** The links of the header: the areas of the site, and the portal of the same Daybook. */
export function areaLinks(path: string): { href: string; label: string; isHere: boolean }[] {
  const { menu } = readGenerated();
  const isReference = path.startsWith('/docs/reference') || path.startsWith('/docs/errors');
  const isOperating = menu.some(
    ({ area, pages }) => area === 'operating' && pages.some(({ slug }) => path.replace(/\/$/, '') === `/docs/${slug}`),
  );
  return [
    { href: '/docs/guides/first-call/', label: 'Guides', isHere: !isReference && !isOperating },
    { href: '/docs/reference/', label: 'API reference', isHere: isReference },
    { href: '/docs/operating/', label: 'Operating', isHere: isOperating },
    { href: '/portal/', label: 'Portal', isHere: false },
  ];
}
