import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';

const blockBytes = 512;
type Entry = { name: string; content: Buffer };
type Config = { container?: string; container_config?: object; config: { Hostname?: string } };
type Manifest = { Config: string; RepoTags: string[]; Layers: string[] };

/**
 * Writes an archive of `buildah push docker-archive:…` again, without what differs between two builds of one commit: the
 * id and the host name of the container in which the image was built. Of the names of the image, only `name` is kept:
 * buildah adds the one that it was built with. The files for Docker before 1.10 are left out.
 */
export async function normalizeArchive(file: string, name: string): Promise<void> {
  const entries = readEntries(await readFile(file));
  const find = (name: string) => entries.find((entry) => entry.name === name)?.content ?? Buffer.alloc(0);
  const [manifest]: Manifest[] = JSON.parse(find('manifest.json').toString());
  if (!manifest) throw new Error(`${file} contains no image.`);
  const { container: _, container_config: __, ...config }: Config = JSON.parse(find(manifest.Config).toString());
  config.config.Hostname = '';
  const content = Buffer.from(JSON.stringify(config));
  const Config = `${createHash('sha256').update(content).digest('hex')}.json`;
  const changed = Buffer.from(JSON.stringify([{ ...manifest, Config, RepoTags: [name] }]));
  const layers = [...new Set(manifest.Layers)].map((layer) => ({ name: layer, content: find(layer) }));
  await writeEntries(file, [...layers, { name: Config, content }, { name: 'manifest.json', content: changed }]);
}

function readEntries(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const text = (from: number, bytes: number) =>
      archive.toString('latin1', at + from, at + from + bytes).split('\0')[0];
    const size = Number.parseInt(text(124, 12) ?? '', 8) || 0;
    entries.push({ name: text(0, 100) ?? '', content: archive.subarray(at + blockBytes, at + blockBytes + size) });
    at += blockBytes * (1 + Math.ceil(size / blockBytes));
  }
  return entries;
}

async function writeEntries(file: string, entries: Entry[]): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (const { name, content } of entries) {
      await handle.writeFile(headerOf(name, content.length));
      await handle.writeFile(content);
      await handle.writeFile(Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes));
    }
    await handle.writeFile(Buffer.alloc(2 * blockBytes));
  } finally {
    await handle.close();
  }
}

/** A readable file of root, at time 0. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 'latin1');
  header.write(
    `${octal(0o444, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0`,
    100,
    'latin1',
  );
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return header;
}
