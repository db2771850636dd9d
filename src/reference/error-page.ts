import type { ErrorAdvice } from '../base/errors.ts';
import { escapeHtml, htmlPage } from './html.ts';

/** The page at /docs/errors, to which the `docs` link of every error points. */
export function errorPage(guide: readonly ErrorAdvice[]): string {
  const items = guide.map(({ code }) => `<li><a href="#${code}">${code}</a></li>`);
  const sections = guide.map(
    ({ code, status, meaning, remedy }) =>
      `<section id="${code}"><h2><code>${code}</code> ${status}</h2><p>${escapeHtml(meaning)}</p><p><strong>What to do:</strong> ${escapeHtml(remedy)}</p></section>`,
  );
  return htmlPage({
    title: 'Daybook errors',
    style: 'style.css',
    navigation: `<a href="../docs">Reference</a><h2>Errors</h2><ul>${items.join('')}</ul>`,
    main: `<h1>Errors</h1><p>Every error has a <code>code</code> that does not change. For support, give the operator the <code>correlationId</code> of the response. It identifies the request in the log.</p>${sections.join('\n')}`,
  });
}
