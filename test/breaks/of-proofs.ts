import type { Break } from './break.ts';

const chain = ['test/proofs/proofs.test.ts'];
const forgeries = ['test/proofs/forgeries.test.ts'];

/** The chain of publications, and what verifies a bundle. */
export const ofProofs: Break[] = [
  {
    id: 'P-PROVEN',
    what: 'a line of a bundle may be written in other bytes',
    file: 'src/proofs/verify-bundle.ts',
    from: 'hold(same(line, entryText(entry)), `Entry ${at} is not written as an entry.`);',
    to: '',
    tests: forgeries,
  },
  {
    id: 'P-PROVEN',
    what: 'signatures are not checked',
    file: 'src/proofs/verify-bundle.ts',
    from: 'hold(isSigned(made, { publicKey, signature }), `${name} is not signed by its key.`);',
    to: 'void [isSigned, signature];',
    tests: forgeries,
  },
  {
    id: 'P-PROVEN',
    what: 'the script does not compare the root with the records',
    file: 'examples/verify-bundle.mjs',
    from: 'content.depth) === content.root,',
    to: 'content.depth) !== undefined,',
    tests: forgeries,
  },
  {
    id: 'P-PROVEN',
    what: 'an old leaf stays when a second attempt overwrites its record',
    file: 'src/data/write/write-page.ts',
    from: 'leaf = excluded.leaf, is_remapped',
    to: 'is_remapped',
    tests: chain,
  },
  {
    id: 'P-PROVEN',
    what: 'a leaf is written although PostgreSQL writes a number in another way',
    file: 'src/connectors/record-row.ts',
    from: 'isCertain && payload === text ?',
    to: 'payload === text ?',
    tests: ['test/data/record-leaf.test.ts'],
  },
  {
    id: 'P-PROVEN',
    what: 'a new record does not begin a span',
    file: 'src/proofs/prove-publications.ts',
    from: 'begins: part.begins.filter(({ id }) => id !== firstId) });',
    to: 'begins: [] });',
    tests: chain,
  },
  {
    id: 'P-PROVEN',
    what: 'an entry does not name the one before it',
    file: 'src/proofs/prove-publications.ts',
    from: 'const previous = last.hash ?? noEntry;',
    to: 'const previous = noEntry;',
    tests: chain,
  },
  {
    id: 'P-PROVEN',
    what: 'a publication counts as done although a later one is not in the chain',
    file: 'src/proofs/prove-publications.ts',
    from: "  return last ? 'added' : 'skipped';",
    to: "  await noteDone(tx, place, set.asked);\n  return last ? 'added' : 'skipped';",
    tests: chain,
  },
  {
    id: 'P-PROVEN',
    what: 'a purge leaves nothing of the chain',
    file: 'src/proofs/erase-proofs.ts',
    from: 'await insertPurged(',
    to: 'void ((..._: unknown[]) => insertPurged)(',
    tests: chain,
  },
  {
    id: 'P-PROVEN',
    what: 'the public keys of the other cells are not shown',
    file: 'src/proofs/show-keys.ts',
    from: 'if (!cells) return own;',
    to: 'if (!cells || own) return own;',
    tests: ['test/proofs/public-keys.test.ts'],
  },
];
