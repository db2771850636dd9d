import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { readGenerated } from './read-generated.ts';
import { kebab, readReference, type Tag, type TagGroup } from './reference/read-document.ts';

type Entry = StarlightRouteData['sidebar'][number];
type Link = Extract<Entry, { type: 'link' }>;

const base = '/docs';

/**
 * Shows the menu of the area that the page belongs to: guides, reference or operating. The menu of everything would be
 * most of the size of a page. In the reference, the operations of one tag are listed, and the tags of its group.
 */
export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const route = locals.starlightRoute;
  const here = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const isReference = here.startsWith(`${base}/reference/`) || here === `${base}/errors/`;
  const sidebar = isReference ? referenceMenu(here) : guideMenu(here);
  const links = sidebar.flatMap((entry) => linksOf(entry));
  route.sidebar = isReference ? sidebar : shortened(sidebar, here);
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
    .map(({ label, pages }) =>
      group(
        label,
        pages.map((page) => link(page.label, `${base}/${page.slug}/`, here)),
      ),
    );
}

/** Of a closed group, only its first page, which lists the others, and the page itself. */
function shortened(menu: Entry[], here: string): Entry[] {
  const closed = new Set(readGenerated().menu.flatMap(({ label, isClosed }) => (isClosed ? [label] : [])));
  return menu.map((entry) =>
    entry.type === 'group' && closed.has(entry.label)
      ? { ...entry, entries: entry.entries.filter((one, at) => at === 0 || (one.type === 'link' && one.href === here)) }
      : entry,
  );
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
  const isOverview = here === `${base}/reference/` || here === `${base}/errors/`;
  const shown = groups.filter(({ tags: own }) => isOverview || own.some((tag) => tag === tagHere));
  const others = groups.filter((one) => !shown.includes(one));
  return [
    group('Reference', [...general, ...others.map((one) => groupLink(one, here))]),
    ...shown.map(({ name, tags: own }) =>
      group(
        name,
        own.map((tag) => tagEntry(tag, tag === tagHere, here)),
      ),
    ),
  ];
}

/** Leads to the group's part of the overview, which lists its operations. */
const groupLink = ({ name }: TagGroup, here: string) => link(name, `${base}/reference/#${kebab(name)}`, here);

function tagEntry(tag: Tag, isHere: boolean, here: string): Entry {
  if (!isHere) return link(tag.name, `${base}/reference/tags/${tag.slug}/`, here);
  return group(tag.name, [
    link('All operations', `${base}/reference/tags/${tag.slug}/`, here),
    ...tag.operations.map((one) =>
      // Most are GET: the style sheet writes that, which makes the menus a tenth smaller.
      link(
        one.summary,
        `${base}/reference/${one.slug}/`,
        here,
        one.method === 'GET' ? {} : { 'data-method': one.method },
      ),
    ),
  ]);
}
