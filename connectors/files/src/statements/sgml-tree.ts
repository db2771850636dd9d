import { FileRefused, malformed } from '../file-refused.ts';
import type { XmlNode } from '../text/read-xml.ts';

/**
 * Reads the SGML of OFX 1: a tag with a value need not be closed, a tag with other tags in it must be. Returns a root
 * node as `readXmlTree` does.
 */
export function readSgmlTree(text: string): XmlNode {
  refuseDocumentType(text);
  const closed = new Set([...text.matchAll(/<\/([A-Za-z0-9.]{1,40})>/g)].map(([, name = '']) => name.toUpperCase()));
  const root: XmlNode = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  for (const [, slash, given = '', value = ''] of text.matchAll(/<(\/?)([A-Za-z0-9.]{1,40})>([^<]*)/g)) {
    const name = given.toUpperCase();
    if (slash) close(open, name);
    else {
      const node: XmlNode = { name, attributes: {}, text: decodeEntities(value.trim()), children: [] };
      open.at(-1)?.children.push(node);
      if (!node.text && closed.has(name)) open.push(node);
      if (open.length > 40) throw malformed('The file contains tags that are nested too deeply.');
    }
  }
  if (open.length > 1) throw malformed(`The tag <${open.at(-1)?.name}> is not closed: the file is incomplete.`);
  return root;
}

export function refuseDocumentType(text: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new FileRefused('unsafe', 'The file contains a document type declaration (DOCTYPE). Remove it.');
}

/** A closing tag closes the innermost open one. That of a value, which is never open, changes nothing. */
function close(open: XmlNode[], name: string): void {
  const inner = open.at(-1);
  if (inner?.name === name) open.pop();
  else if (open.some((node) => node.name === name)) throw malformed(`The tag <${inner?.name}> is not closed.`);
  else if (inner?.children.at(-1)?.name !== name) throw malformed(`The tag <${name}> is closed but was not opened.`);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,6})|(\w{2,4}));/g, (whole, code?: string, name?: string) =>
    code ? String.fromCodePoint(Number(code)) : (entities[name ?? ''] ?? whole),
  );
