/** A heading of a Markdown file with the text up to the next heading of level 1 to 3. */
export type Section = { level: number; heading: string; slug: string; text: string };

/** The anchor of a heading, as Astro (and GitHub) makes it. */
export const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export function splitMarkdown(text: string): Section[] {
  const sections: Section[] = [{ level: 0, heading: '', slug: '', text: '' }];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark && fence === '') fence = mark;
    else if (mark && line.trim() === fence) fence = '';
    const found = fence === '' ? /^(#{1,3}) (.+?)\s*$/.exec(line) : null;
    if (found) {
      const heading = found[2] as string;
      sections.push({ level: (found[1] as string).length, heading, slug: slugOf(heading), text: '' });
    } else (sections.at(-1) as Section).text += `${line}\n`;
  }
  return sections;
}

/** Applies a change to the Markdown outside of code blocks. */
export function outsideCode(text: string, change: (part: string) => string): string {
  let fence = '';
  let plain: string[] = [];
  const done: string[] = [];
  const flush = () => {
    if (plain.length > 0) done.push(change(plain.join('\n')));
    plain = [];
  };
  for (const line of text.split('\n')) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence === '' && !mark) {
      plain.push(line);
      continue;
    }
    flush();
    done.push(line);
    if (mark && fence === '') fence = mark;
    else if (mark && line.trim() === fence) fence = '';
  }
  flush();
  return done.join('\n');
}
