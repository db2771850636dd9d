/** Scrolls the menu so that the current page is visible, without moving the page itself. */
const pane = document.querySelector('.sidebar-pane');
const here = pane?.querySelector<HTMLElement>('a[aria-current]');
if (pane && here && here.offsetTop > pane.clientHeight * 0.7) pane.scrollTop = here.offsetTop - pane.clientHeight / 3;
