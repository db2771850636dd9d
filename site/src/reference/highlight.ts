export type Language = 'json' | 'sh' | 'ts' | 'python' | 'http';

/** For the text of elements; nothing is put into attributes with it. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);
/** Escapes the text and turns `code` in backticks into <code>. */
export const inline = (text: string | undefined) => escapeHtml(text ?? '').replace(/`([^`]+)`/g, '<code>$1</code>');

const keywords: Record<string, string> = {
  ts: 'import|from|const|let|await|async|for|of|new|return|if|else|throw|try|catch|export|function|true|false|null|undefined',
  python: 'import|from|with|as|for|in|if|else|def|return|await|async|raise|try|except|True|False|None|print',
  sh: 'curl|export|npm|npx|daybook|pip',
};

/**
 * Marks strings, numbers, keywords and comments of the few languages of the reference. A thousand code blocks are made
 * by a build: Shiki took a style attribute for each token, and four times the size and the time.
 */
export function highlight(code: string, language: Language): string {
  const rules: [string, RegExp][] =
    language === 'json'
      ? [
          ['k', /"(?:[^"\\]|\\.)*"(?=\s*:)/y],
          ['s', /"(?:[^"\\]|\\.)*"/y],
          ['n', /-?\d[\d.eE+-]*/y],
          ['w', /true|false|null/y],
        ]
      : [
          ['c', language === 'ts' ? /\/\/[^\n]*/y : /#[^\n]*/y],
          ['s', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/y],
          ...(language === 'sh' ? ([['k', /(?<=\s)--?[A-Za-z][\w-]*/y]] as [string, RegExp][]) : []),
          ['w', new RegExp(`\\b(?:${keywords[language] ?? '(?!)'})\\b`, 'y')],
          ['n', /\b\d[\d_.]*\b/y],
        ];
  let html = '';
  for (let at = 0; at < code.length; ) {
    const found = rules
      .map(([kind, rule]) => {
        rule.lastIndex = at;
        return { kind, text: rule.exec(code)?.[0] };
      })
      .find(({ text }) => text);
    const word = found ? undefined : /[A-Za-z_][\w]*|[\s\S]/y;
    if (word) word.lastIndex = at;
    const text = found?.text ?? word?.exec(code)?.[0] ?? (code[at] as string);
    html += found ? `<b class="${found.kind}">${escapeHtml(text)}</b>` : escapeHtml(text);
    at += text.length;
  }
  return html;
}
