// Loaded before everything else, under a name without a hash, so that every release has it. During a rolling upgrade, a
// page of one release can ask a process of another release for its files, which that process does not have. The page
// then reloads itself, at most once a minute. Browsers cache this file permanently: if it changes, rename it.
(() => {
  const key = 'daybook-reloaded-at';
  const pauseMs = 60_000;

  function reload() {
    try {
      if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return;
      sessionStorage.setItem(key, String(Date.now()));
    } catch {
      // Without storage, nothing would keep the page from reloading forever.
      return;
    }
    location.reload();
  }

  // Vite's event for code that a page loads later.
  addEventListener('vite:preloadError', reload);
  // Scripts and styles of the page itself. Their errors do not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) reload();
    },
    true,
  );
})();
