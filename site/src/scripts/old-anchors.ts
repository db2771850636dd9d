/** /docs was one page with an anchor for each operation and schema. Such links lead to the pages of today. */
const kebab = (text: string) => text.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
const anchor = location.hash.slice(1);
const shape = /^shape-(\w+)$/.exec(anchor)?.[1];
const isHome = location.pathname === '/docs/';
if (!isHome) {
  // The anchors of other pages are their own.
} else if (anchor === 'shapes') location.replace('/docs/reference/schemas/');
else if (shape) location.replace(`/docs/reference/schemas/${kebab(shape)}/`);
else if (/^[a-z]+[A-Z]\w*$|^search$/.test(anchor)) location.replace(`/docs/reference/${kebab(anchor)}/`);
