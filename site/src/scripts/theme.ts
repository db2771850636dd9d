/** The button switches the theme; until then the pages follow the system. */
for (const button of document.querySelectorAll('.theme-switch'))
  button.addEventListener('click', () => {
    const next = document.documentElement.dataset.theme === 'light' ? 'dark' : 'light';
    document.documentElement.dataset.theme = next;
    localStorage.setItem('starlight-theme', next);
  });
