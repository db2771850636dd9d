import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Connector } from '../connector.ts';
import type { ContentForm } from '../content.ts';
import { Unsupported } from '../provider-errors.ts';
import { type ConformanceCheck, type ConformanceTarget, pullAll } from './conformance-target.ts';
import { latestContent } from './plain-http.ts';

const algorithms = { MD5: 'md5', 'SHA-1': 'sha1', 'SHA-256': 'sha256' } as const;
/** How many files are read. */
const filesMax = 5;

/** Checks for connectors that read attachments. They need `plainHttp` below whatever `target.http` adds. */
export function contentChecks(connector: Connector, target: ConformanceTarget): ConformanceCheck[] {
  const { pull, content, platform } = connector;
  if (!pull.attachments && !content) return [];
  return [
    {
      title: `${platform.key}: the content of attachments has the size and the hash of their records`,
      run: async () => checkContents(connector, target),
    },
    {
      title: `${platform.key}: the content of an attachment that does not exist is reported as missing`,
      run: async () => {
        const [pulled] = await filesOf(connector, target);
        if (!pulled) return;
        const { http, credentials } = target;
        const input = { http, credentials, id: target.missingAttachment ?? `${pulled.id}9` };
        const source = target.missingAttachment === undefined ? {} : { source: pulled.source ?? '{}' };
        await assert.rejects(content?.({ ...input, ...source }) ?? Promise.resolve(), Unsupported);
      },
    },
  ];
}

async function filesOf(connector: Connector, target: ConformanceTarget) {
  const pages = await pullAll(connector, target, 'attachments');
  const files = pages.flatMap(({ records }) => records).filter(({ isDeleted }) => !isDeleted);
  assert.ok(files.length > 0 || target.isSomebodysOwn, 'there are no attachments to check');
  return files.slice(0, filesMax);
}

type Told = { size?: number; hash?: { algorithm: keyof typeof algorithms; value: string } };

async function checkContents(connector: Connector, target: ConformanceTarget): Promise<void> {
  const { http, credentials } = target;
  assert.ok(connector.content && connector.pull.attachments, 'pull.attachments and content need each other');
  for (const { id, source, record } of await filesOf(connector, target)) {
    const form = await connector.content({ http, credentials, id, ...(source !== undefined && { source }) });
    const bytes = bytesOf(latestContent(), form);
    assert.ok(record, `the attachment ${id} has no record`);
    const { size, hash: told } = record() as Told;
    if (size !== undefined) assert.equal(bytes.length, Number(size), `the size of ${id}`);
    if (told) assert.equal(hash(algorithms[told.algorithm], bytes, 'hex'), told.value, `the hash of ${id}`);
  }
}

function bytesOf(response: Buffer, form: ContentForm): Buffer {
  if (form.kind === 'bytes') return response;
  const [, text] = new RegExp(`"${form.member}"\\s*:\\s*"([^"]*)"`).exec(response.toString('latin1')) ?? [];
  assert.ok(text !== undefined, `the response has no member ${form.member}`);
  return Buffer.from(JSON.parse(`"${text}"`) as string, 'base64');
}
