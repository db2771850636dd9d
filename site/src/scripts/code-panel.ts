/** Tabs and copy buttons of the code panels. The chosen language is kept for the next page. */
const languageKey = 'daybook-docs-language';

for (const panel of document.querySelectorAll<HTMLElement>('[data-tabs]')) {
  const tabs = [...panel.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const show = (name: string | null) => {
    if (!tabs.some(({ dataset }) => dataset.tab === name)) return;
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab.dataset.tab === name));
      tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
    }
    for (const pane of panel.querySelectorAll<HTMLElement>('[data-pane]')) pane.hidden = pane.dataset.pane !== name;
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => {
      show(tab.dataset.tab ?? null);
      if (panel.dataset.tabs === 'language') localStorage.setItem(languageKey, tab.dataset.tab ?? '');
    });
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next?.focus();
      next?.click();
    });
  }
  if (panel.dataset.tabs === 'language') show(localStorage.getItem(languageKey));
  const copy = panel.querySelector<HTMLButtonElement>('.copy');
  copy?.addEventListener('click', async () => {
    await navigator.clipboard.writeText(panel.querySelector('[data-pane]:not([hidden])')?.textContent ?? '');
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 1500);
  });
}
