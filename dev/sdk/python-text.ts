/** Small parts of Python source text. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const lineLength = 100;

export const isKeyword = (name: string) => keywords.has(name);

/** `listApiKeys` becomes `list_api_keys`. A keyword such as `from` becomes `from_`. */
export function snakeCase(name: string): string {
  const snake = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return isKeyword(snake) ? `${snake}_` : snake;
}

/** A value of JSON as Python writes it. */
export function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** Paragraphs as a docstring, with the given indentation. */
export function docstring(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...wrap(paragraph, lineLength - indent.length - 3)])
    .map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"'));
  const end = lines.length > 1 || lines[0]?.endsWith('"') ? `\n${indent}` : '';
  return `${indent}"""${lines.map((line, index) => (index > 0 && line !== '' ? indent + line : line)).join('\n')}${end}"""`;
}

/** Breaks each line of a text at spaces. Further lines are indented like the first one and 4 more if it is a list. */
function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const start = /^ */.exec(line)?.[0] ?? '';
    const lines: string[] = [];
    let current = start;
    for (const word of line.trim().split(' ')) {
      if (current.trim() !== '' && current.length + 1 + word.length > width) {
        lines.push(current);
        current = start === '' ? word : `${start}    ${word}`;
      } else current += current.trim() === '' ? word : ` ${word}`;
    }
    return [...lines, current];
  });
}
