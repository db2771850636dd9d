import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { readGenerated } from './read-generated.ts';
import { readReference, type Tag } from './reference/read-document.ts';

type Entry = StarlightRouteData['sidebar'][number];
type Link = Extract<Entry, { type: 'link' }>;

const base = '/docs';

/**
 * Shows the menu of the area that the page belongs to: guides, reference or operating. The menu of everything would be
 * most of the size of a page. In the reference, the operations of one tag are listed.
 */
export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const route = locals.starlightRoute;
  const here = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const isReference = here.startsWith(`${base}/reference/`) || here === `${base}/errors/`;
  const sidebar = isReference ? referenceMenu(here) : guideMenu(here);
  route.sidebar = sidebar;
  const links = sidebar.flatMap((entry) => linksOf(entry));
  const at = links.findIndex(({ href }) => href === here);
  route.pagination = { prev: at > 0 ? links[at - 1] : undefined, next: at === -1 ? undefined : links[at + 1] };
});

const linksOf = (entry: Entry): Link[] => (entry.type === 'link' ? [entry] : entry.entries.flatMap(linksOf));

function link(label: string, href: string, here: string, attrs: Link['attrs'] = {}): Link {
  return { type: 'link', label, href, isCurrent: href === here, badge: undefined, attrs };
}

function group(label: string, entries: Entry[]): Entry {
  return { type: 'group', label, entries, collapsed: false, badge: undefined };
}

function guideMenu(here: string): Entry[] {
  const { menu } = readGenerated();
  const isOperating = menu.some(
    ({ area, pages }) => area === 'operating' && pages.some(({ slug }) => here === `${base}/${slug}/`),
  );
  return menu
    .filter(({ area }) => (area === 'operating') === isOperating)
    .map(({ label, pages, isClosed }) => {
      const links = pages.map((page) => link(page.label, `${base}/${page.slug}/`, here));
      // The first page of a closed group lists the others.
      return group(label, isClosed && !links.some(({ isCurrent }) => isCurrent) ? links.slice(0, 1) : links);
    });
}

function referenceMenu(here: string): Entry[] {
  const { groups, tags, events } = readReference();
  const isIn = (folder: string) => here.startsWith(`${base}/reference/${folder}/`);
  const tagHere = tags.find(
    ({ slug, operations }) =>
      here === `${base}/reference/tags/${slug}/` || operations.some((one) => here === `${base}/reference/${one.slug}/`),
  );
  const general: Entry[] = [link('Overview', `${base}/reference/`, here), link('Errors', `${base}/errors/`, here)];
  if (events.length > 0 && !isIn('events')) general.push(link('Events', `${base}/reference/events/`, here));
  if (isIn('events'))
    general.push(
      group('Events', [
        link('All events', `${base}/reference/events/`, here),
        ...events.map(({ name, slug }) => link(name, `${base}/reference/events/${slug}/`, here)),
      ]),
    );
  general.push({ ...link('Schemas', `${base}/reference/schemas/`, here), isCurrent: isIn('schemas') });
  return [
    group('Reference', general),
    ...groups.map(({ name, tags: own }) =>
      group(
        name,
        own.map((tag) => tagEntry(tag, tag === tagHere, here)),
      ),
    ),
  ];
}

function tagEntry(tag: Tag, isHere: boolean, here: string): Entry {
  if (!isHere) return link(tag.name, `${base}/reference/tags/${tag.slug}/`, here);
  return group(tag.name, [
    link('All operations', `${base}/reference/tags/${tag.slug}/`, here),
    ...tag.operations.map((one) =>
      link(one.summary, `${base}/reference/${one.slug}/`, here, { 'data-method': one.method }),
    ),
  ]);
}
