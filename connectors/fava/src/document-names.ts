import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** A file is identified by its path, which only the server knows the meaning of. */
export const documentId = (file: string) => createHash('sha256').update(file).digest('hex').slice(0, 32);

const tag = / daybook-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=(?:\.[^.]*)?$)/;

/** The name in the folder of the ledger: with the push id, so that a file of this name can only be that of the push. */
export function storedName(name: string, reference: string): string {
  const ending = posix.extname(name);
  return `${name.slice(0, name.length - ending.length)} daybook-${reference}${ending}`;
}

/** The name that people and clients see. */
export const shownName = (file: string) => nameIn(file).replace(tag, '');

export const nameIn = (file: string) => file.split(/[\\/]/).at(-1) ?? file;

/** Files that Fava does not notice, because editors and Python write them beside others (watchfiles' default filter). */
export const isUnnoticed = (name: string) => /\.py[cod]$|\.___jb_\w+___$|\.sw.$|~$|^\.#|^\.DS_Store$/.test(name);
