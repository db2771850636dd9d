import { exactFirst, searchOptions, shownMax } from '../search-ranking.ts';

/** The search dialog, over Pagefind's index. Opened by the button of the header, Ctrl K or "/". */
type Found = { url: string; title: string; excerpt: string };
type Page = { url: string; excerpt: string; meta: { title?: string }; sub_results: Found[] };
type Pagefind = {
  options(options: object): Promise<void>;
  init(): Promise<void>;
  debouncedSearch(text: string, options: object, ms: number): Promise<{ results: { data(): Promise<Page> }[] } | null>;
};

const kinds: [start: string, kind: string][] = [
  ['guides/', 'Guide'],
  ['concepts/', 'Concept'],
  ['reference/events/', 'Event'],
  ['reference/schemas/', 'Schema'],
  ['reference/', 'API'],
  ['errors/', 'Errors'],
  ['operating/', 'Operating'],
  ['runbooks/', 'Runbook'],
  ['decisions/', 'Decision'],
];

const button = document.querySelector<HTMLButtonElement>('.search-open');
let made: ReturnType<typeof makeDialog> | undefined;
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const shortcut = button?.querySelector('kbd');
if (shortcut && isApple) shortcut.textContent = '⌘ K';

button?.addEventListener('click', open);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  if (((event.metaKey || event.ctrlKey) && event.key === 'k') || (event.key === '/' && !isTyping)) {
    event.preventDefault();
    open();
  }
});

function open(): void {
  made ??= makeDialog();
  made.dialog.showModal();
  made.input.select();
}

function makeDialog() {
  const dialog = element('dialog', 'search');
  dialog.setAttribute('aria-label', 'Search');
  const head = element('div', 'search-head');
  const input = element('input', 'search-input');
  Object.assign(input, { type: 'search', placeholder: 'Search the documentation', autocomplete: 'off' });
  input.setAttribute('aria-label', 'Search the documentation');
  const close = element('button', 'search-close', 'Close');
  const status = element('p', 'search-status');
  status.setAttribute('role', 'status');
  const list = element('ul', 'search-results');
  head.append(input, close);
  dialog.append(head, status, list);
  document.body.append(dialog);
  const pagefind = load();
  pagefind.catch(() => {
    status.textContent = 'The search could not be loaded.';
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => moveFocus(event, { dialog, input }));
  input.addEventListener('input', async () => {
    const text = input.value.trim();
    const found = await (await pagefind).debouncedSearch(text, {}, 80);
    // A newer search has begun.
    if (found === null) return;
    const pages = await Promise.all(found.results.slice(0, shownMax).map((one) => one.data()));
    if (input.value.trim() !== text) return;
    const count = found.results.length;
    status.textContent = text === '' ? '' : count === 0 ? 'No results' : `${count} ${count === 1 ? 'page' : 'pages'}`;
    list.replaceChildren(...exactFirst(pages, text).map(resultOf));
  });
  return { dialog, input };
}

async function load(): Promise<Pagefind> {
  const address = '/docs/pagefind/pagefind.js';
  const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind;
  await pagefind.options({ ...searchOptions, baseUrl: '/docs/' });
  await pagefind.init();
  return pagefind;
}

function resultOf({ url, meta, excerpt, sub_results: parts }: Page): HTMLElement {
  const item = element('li', 'search-result');
  const sections = parts.filter((part) => part.url.includes('#') && !part.url.endsWith('#_top')).slice(0, 3);
  const main = linkOf({ url, title: meta.title ?? url, excerpt: sections.length === 0 ? excerpt : '' });
  const path = new URL(url, location.href).pathname.replace('/docs/', '');
  main.prepend(element('span', 'search-kind', kinds.find(([start]) => path.startsWith(start))?.[1] ?? 'Start'));
  item.append(main, ...sections.map((part) => linkOf(part, 'search-part')));
  return item;
}

function linkOf({ url, title, excerpt }: Found, kind = 'search-page'): HTMLAnchorElement {
  const link = element('a', kind);
  link.href = url;
  link.append(element('span', 'search-title', title));
  if (excerpt !== '') {
    const text = element('span', 'search-text');
    // Pagefind escapes the text and adds only <mark>.
    text.innerHTML = excerpt;
    link.append(text);
  }
  return link;
}

/** The arrow keys move through the links; from the first one, up leads back to the field. */
function moveFocus(event: KeyboardEvent, { dialog, input }: { dialog: HTMLElement; input: HTMLElement }): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const links = [...dialog.querySelectorAll<HTMLElement>('.search-results a')];
  if (event.key === 'Enter' && event.target === input) links[0]?.click();
  if (step === 0) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement as HTMLElement) + step;
  (next < 0 ? input : links[Math.min(next, links.length - 1)])?.focus();
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, kind: string, text = '') {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}
