import { SaxesParser } from 'saxes';
import { FileRefused, malformed } from '../file-refused.ts';

const depthMax = 60;

export type XmlEvents = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
};

/**
 * Reads XML that must be well-formed. A document type declaration is refused: it can define entities that grow to
 * gigabytes or name files. Names are given without their prefix.
 */
export function readXml(xml: string, events: XmlEvents): void {
  const parser = new SaxesParser({ fragment: false });
  let depth = 0;
  parser.on('error', () => {
    throw malformed('The file contains XML that is not well-formed.');
  });
  parser.on('doctype', () => {
    throw new FileRefused('unsafe', 'The file contains a document type declaration (DOCTYPE). Remove it.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > depthMax) throw new FileRefused('unsafe', 'The file contains XML that is nested too deeply.');
    events.open(localName(name), attributes as Record<string, string>);
  });
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.close(localName(name));
  });
  // The parser reads a document type to its end before it reports it.
  if (/<!DOCTYPE/i.test(xml.slice(0, 5000)))
    throw new FileRefused('unsafe', 'The file contains a document type declaration (DOCTYPE). Remove it.');
  parser.write(xml.replace(/^\ufeff/, '')).close();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

export type XmlNode = { name: string; attributes: Readonly<Record<string, string>>; text: string; children: XmlNode[] };

/** Reads a whole document as a tree. */
export function readXmlTree(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  readXml(xml, {
    open(name, attributes) {
      const node: XmlNode = { name, attributes: { ...attributes }, text: '', children: [] };
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    text(text) {
      const node = open.at(-1);
      if (node) node.text += text;
    },
    close() {
      open.pop();
    },
  });
  return root;
}

/** The first node at a path of names. */
export function nodeAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => at?.children.find((child) => child.name === name), node);
}

export const nodesAt = (node: XmlNode | undefined, name: string) =>
  node?.children.filter((child) => child.name === name) ?? [];

/** The text at a path, without spaces around it. Undefined if it is empty. */
export const textAt = (node: XmlNode | undefined, ...path: string[]) => nodeAt(node, ...path)?.text.trim() || undefined;
