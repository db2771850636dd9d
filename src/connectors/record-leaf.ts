import { createHash, hash } from 'node:crypto';

/**
 * The hash that stands for one version of a record in proofs (docs/proofs.md): SHA-224 of a byte 1 and the record's
 * line in a bundle, which is the stored record without spaces between its parts.
 */
export const leafBytes = 28;

/** In hexadecimal. Of a text it is three times as fast as of a buffer. */
export const leafOf = (line: string) => hash('sha224', `\x01${line}`, 'hex');

export const leafOfBytes = (line: Buffer) => createHash('sha224').update('\x01').update(line).digest();

/** The line of a record in a bundle, from PostgreSQL's text of it. */
export const lineOf = (stored: string) => stored.replace(/("(?:[^"\\]|\\.)*")|([:,]) /g, '$1$2');

/**
 * Whether PostgreSQL may write something of the text in another way than JavaScript: numbers with an exponent, negative
 * zeros, characters that it cannot store. Names that are numbers come first in JavaScript, whatever their order was.
 */
export const isWrittenDifferently = (line: string) =>
  /[:,[]-?(?:[\d.]+[eE]|0(?:\.0+)?(?=[,}\]])(?<=-0[.0]*))|\\u(?:0000|d[89a-f])|[{,]"\d+":/.test(line);
