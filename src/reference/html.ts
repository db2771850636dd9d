/**
 * Creates a page of the reference. The pages load nothing from other sites and run no scripts. Their links are
 * relative, so that they also work behind a path prefix.
 */
export function htmlPage(page: { title: string; style: string; navigation: string; main: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title><link rel="stylesheet" href="${page.style}"></head><body><nav>${page.navigation}</nav><main>${page.main}</main></body></html>`;
}

export const htmlTable = (heads: string[], rows: string[]) =>
  `<div class="wide"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
/** Escapes the text and turns `code` in backticks into <code>. */
export const inline = (text: string | undefined) => escapeHtml(text ?? '').replace(/`([^`]+)`/g, '<code>$1</code>');
export const paragraph = (text: string | undefined) => (text ? `<p>${inline(text)}</p>` : '');
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

export const pageStyle = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{margin:0;display:flex;font:16px/1.55 system-ui,sans-serif;align-items:flex-start}
nav{position:sticky;top:0;max-height:100vh;overflow:auto;flex:0 0 15rem;padding:1.5rem;box-sizing:border-box;font-size:.9rem;border-right:1px solid var(--line)}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;margin:1.2rem 0 .3rem;opacity:.7}nav ul{list-style:none;margin:0;padding:0}nav li{padding:.15rem 0}
main{padding:1.5rem 2.5rem 6rem;max-width:60rem;min-width:0;flex:1}section{border-top:1px solid var(--line);margin-top:2rem}
a{color:light-dark(#0b5cad,#7ab8ff)}code{font:.88em ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:3px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.8rem 0}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
.call{font-size:1.05rem}.method{display:inline-block;min-width:3.5rem;text-align:center;font:600 .8rem ui-monospace,monospace;padding:.2rem .5rem;border-radius:4px;color:#fff;background:#456}
.GET{background:#17693b}.POST{background:#0b5cad}.PUT,.PATCH{background:#8a5a00}.DELETE{background:#a3262a}
code.s2{color:light-dark(#17693b,#6fd79b)}code.s4,code.s5{color:light-dark(#a3262a,#ff9a94)}
@media(max-width:48rem){body{display:block}nav{position:static;border:0;max-height:none}main{padding:1rem}}`;
