// One script for every page: each further file would be a request and a line of every page.
import './menu.ts';
import './theme.ts';
import './search.ts';
import './code-panel.ts';
import './try-it.ts';
import './old-anchors.ts';
