// Checks a bundle of GET …/proofs/{proofId}/bundle without any code of Daybook: node verify-bundle.mjs FILE [PUBLIC_KEY]
// A bundle is one line of counts, the records, and the chain of publications. Every bit of it counts.
import { createHash, createPublicKey, verify as isSigned } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

function hold(condition, otherwise) {
  if (!condition) throw new Error(otherwise);
}

/** Splits at line ends; the last line must have one too. */
function linesOf(bundle) {
  const lines = [];
  for (let at = 0, end; at < bundle.length; at = end + 1) {
    end = bundle.indexOf(10, at);
    hold(end >= 0, 'The last line has no end.');
    lines.push(bundle.subarray(at, end));
  }
  return lines;
}

/** The line as an object, if it is written in the one way in which such a line is written. */
function read(line, write) {
  const value = JSON.parse(line.toString());
  hold(line.equals(Buffer.from(write(value))), 'A line is not written as Daybook writes it.');
  return value;
}

const pick = (value, names) => JSON.stringify(Object.fromEntries(names.split(' ').map((name) => [name, value[name]])));
const headOf = (head) => pick({ ...head, bundle: 'daybook-proof-1' }, 'bundle records entries');
const said = 'companyId connectionId dataType generation sequence publishedAt records depth root';
const contentOf = ({ content }) => pick(content, said);
const entryOf = (one) => `{"content":${contentOf(one)},${pick(one, 'previous hash publicKey signature').slice(1)}`;

function bytes(text, encoding, length) {
  const found = Buffer.from(String(text), encoding);
  hold(found.length === length && found.toString(encoding) === text, 'A hash, key or signature is not readable.');
  return found;
}

// A leaf is the SHA-224 of a byte 1 and a line. A record begins a span of leaves if the SHA-256 of its id begins with
// `depth` zero bits.
function rootOf(lines, depth) {
  hold(Number.isInteger(depth) && depth >= 0 && depth <= 24, 'The depth is wrong.');
  let before = Buffer.of();
  const spans = [];
  for (const line of lines) {
    const { id } = JSON.parse(line.toString());
    hold(typeof id === 'string' && Buffer.compare(before, Buffer.from(id)) < 0, 'The records are not in order.');
    before = Buffer.from(id);
    if (spans.length === 0 || sha256(id).readUInt32BE() < 2 ** (32 - depth)) spans.push([Buffer.of(1)]);
    spans.at(-1).push(createHash('sha224').update(Buffer.of(1)).update(line).digest());
  }
  return sha256(Buffer.of(2), ...spans.map((leaves) => sha256(...leaves))).toString('hex');
}

/** Each entry is signed, and contains the hash of the entry before. The first entry of all begins with zeros. */
function checkChain(entries) {
  for (const [at, entry] of entries.entries()) {
    const { sequence, companyId } = entry.content;
    const before = entries[at - 1];
    hold(Number.isInteger(sequence) && sequence >= 1, 'An entry has no number.');
    hold(!before || before.content.companyId === companyId, `Entry ${sequence} belongs to another company.`);
    hold(!before || before.content.sequence + 1 === sequence, `Entry ${sequence} is not in its place.`);
    const expected = before?.hash ?? (sequence === 1 ? '0'.repeat(64) : entry.previous);
    hold(entry.previous === expected, `Entry ${sequence} does not continue the chain.`);
    const hash = sha256(bytes(entry.previous, 'hex', 32), sha256(contentOf(entry))).toString('hex');
    hold(entry.hash === hash, `Entry ${sequence} does not have its hash.`);
    bytes(entry.publicKey, 'base64url', 32);
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: entry.publicKey }, format: 'jwk' });
    const signature = bytes(entry.signature, 'base64url', 64);
    hold(isSigned(null, Buffer.from(`daybook-proof-1 ${hash}`), key, signature), `Entry ${sequence} is not signed.`);
  }
}

/** Returns what the bundle proves, with the key that says so. Throws if a single bit is wrong. */
export function verify(bundle) {
  const lines = linesOf(bundle);
  const head = read(lines[0] ?? Buffer.of(), headOf);
  hold(head.entries >= 1 && lines.length === 1 + head.records + head.entries, 'The number of lines is wrong.');
  const entries = lines.slice(1 + head.records).map((line) => read(line, entryOf));
  const { content, publicKey } = entries.at(-1);
  hold(content.records === head.records, 'The number of records is wrong.');
  hold(rootOf(lines.slice(1, 1 + head.records), content.depth) === content.root, 'The records are not those signed.');
  checkChain(entries);
  return { ...content, publicKey };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { records, dataType, companyId, publishedAt, publicKey } = verify(readFileSync(process.argv[2]));
    hold(!process.argv[3] || process.argv[3] === publicKey, `Another key has signed it: ${publicKey}.`);
    console.log(`OK: ${records} ${dataType} of ${companyId}, published ${publishedAt}, signed by ${publicKey}.`);
  } catch (error) {
    console.log(`NOT OK: ${error.message}`);
    process.exitCode = 1;
  }
}
