export type Snippet = { page: string; line: number; language: string; meta: string; code: string };

/** The fenced code blocks of a page. */
export function readSnippets(page: string, text: string): Snippet[] {
  const found: Snippet[] = [];
  let open: (Snippet & { indent: number; fence: string }) | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const mark = /^(\s*)(```+)(\w*)\s*(.*)$/.exec(line);
    if (!open && mark) {
      const [, space = '', fence = '', language = '', meta = ''] = mark;
      open = { page, line: at + 1, language, meta, code: '', indent: space.length, fence };
    } else if (open && line.trim() === open.fence) {
      const { indent: _, fence: __, ...snippet } = open;
      found.push(snippet);
      open = undefined;
    } else if (open) open.code += `${line.slice(open.indent)}\n`;
  }
  return found;
}

/** Languages whose blocks are run. Other blocks show data or the form of a request. */
export const isProgram = ({ language }: Snippet) =>
  ['sh', 'ts', 'python', 'go', 'php', 'ruby', 'java'].includes(language);

/** The reason why a block cannot run: ```sh no-run="reason" */
export const reasonNotToRun = ({ meta }: Snippet) => /no-run="([^"]+)"/.exec(meta)?.[1];
