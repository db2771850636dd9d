import { createHash } from 'node:crypto';
import http from 'node:http';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { createLog } from '../src/base/log.ts';
import { openContext } from '../src/context.ts';
import { runSync } from '../src/sync/run/run-sync.ts';
import { basic, openClient } from './client.ts';
import { linkToSandbox, requestInvoices } from './link-to-sandbox.ts';
import { rssMb, watchMemory } from './process-memory.ts';
import { type Figures, holdBar, type Report, round, say } from './report.ts';
import { startCell } from './start-cell.ts';

const gibibyte = 2 ** 30;
const company = 'attachments-100';
const smallFiles = 30;
const rounds = 3;

/**
 * Reads a file of 2 GiB through the API, three times: alone, alone again, and with a client that takes at most 64 MiB/s.
 * The API process, in which the connector's thread runs, may need 100 MB more than while it is idle, and what arrives
 * must be what the platform sent.
 */
export async function benchAttachments({ quick }: { quick: boolean }): Promise<Report> {
  const bytes = quick ? 64 * 2 ** 20 : 2 * gibibyte;
  const figures: Figures = {
    bytes,
    'machine.cores': os.availableParallelism(),
    'machine.load': os.loadavg().map(round),
  };
  const cell = await startCell({ settings: { shared_buffers: '128MB' } });
  try {
    const { url: sandboxUrl } = await cell.sandbox();
    const config = { ...cell.base.config, connectorSettings: { sandbox: { url: sandboxUrl } } };
    const ctx = await openContext(config, { log: createLog({ level: 'error', destination: process.stderr }) });
    const place = await linkToSandbox(ctx, company);
    const token = await signIn(sandboxUrl);
    const id = await addFile(sandboxUrl, token, bytes);
    await runSync(ctx, await requestInvoices(ctx, place, true, 'attachments'), { isStopping: () => false });
    const { accountId, companyId } = place;
    const { secret } = await ctx.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'bench' }));
    await ctx.dispose();
    const server = await cell.serve({ DAYBOOK_SANDBOX_URL: sandboxUrl });
    const path = `/companies/${companyId}/data/attachments`;

    const client = openClient(server.url, secret);
    const { text } = await client.get(`${path}?pageSize=100`);
    const others = (JSON.parse(text) as { results: { id: string; size: number }[] }).results.filter(
      (one) => one.id !== id,
    );
    // The first calls load the connectors, their thread and the statements: all that an idle process in use has.
    for (let n = 0; n < smallFiles; n++) await client.get(`${path}/${others[n % others.length]?.id}/content`);
    client.close();
    await sleep(3000);
    const idleMb = rssMb(server.pid);
    figures.idleMb = round(idleMb);

    const sent = await download(`${sandboxUrl}/v1/${company}/attachments/${id}/content`, `Bearer ${token}`);
    const growths: number[] = [];
    const seconds: number[] = [];
    let isEqual = true;
    for (let n = 0; n < rounds; n++) {
      const memory = watchMemory(server.pid);
      const startedAt = performance.now();
      const bytesPerSecond = n === rounds - 1 ? 64 * 2 ** 20 : undefined;
      const got = await download(`${server.url}${path}/${id}/content`, basic(secret), bytesPerSecond);
      seconds.push(round((performance.now() - startedAt) / 1000));
      growths.push(round(memory.stop() - idleMb));
      isEqual &&= got.bytes === bytes && got.hash === sent.hash;
      say(`${round(bytes / gibibyte)} GiB in ${seconds.at(-1)} s, ${growths.at(-1)} MB more than ${round(idleMb)} MB`);
    }
    Object.assign(figures, {
      seconds,
      'platform.hash': sent.hash,
      isHashEqual: isEqual,
      memoryGrowthMb: Math.max(...growths),
      'memoryGrowthMb.each': growths,
      mebibytesPerSecond: round(bytes / 2 ** 20 / (seconds[0] ?? 1)),
    });
  } finally {
    await cell.stop();
  }
  const bars = [holdBar(figures, 'isHashEqual', 'true'), holdBar(figures, 'memoryGrowthMb', '<= 100')];
  return { name: 'attachments', figures, bars };
}

async function signIn(url: string): Promise<string> {
  const answer = await post(`${url}/oauth/token`, { company, secret: `sandbox-${company}` });
  return (answer as { access_token: string }).access_token;
}

async function addFile(url: string, token: string, bytes: number): Promise<string> {
  const file = { file_name: 'large.bin', bytes };
  return ((await post(`${url}/v1/${company}/attachments`, file, token)) as { id: string }).id;
}

async function post(url: string, body: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

type Downloaded = { bytes: number; hash: string };

/** Hashes what arrives and keeps nothing of it. Rejects if the response is cut off. */
function download(url: string, authorization: string, bytesPerSecond?: number): Promise<Downloaded> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { authorization } }, async (response) => {
      try {
        if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
        const hash = createHash('sha256');
        const startedAt = performance.now();
        let bytes = 0;
        for await (const part of response as AsyncIterable<Buffer>) {
          hash.update(part);
          bytes += part.length;
          const aheadMs = bytesPerSecond ? (bytes / bytesPerSecond) * 1000 - (performance.now() - startedAt) : 0;
          if (aheadMs > 20) await sleep(aheadMs);
        }
        resolve({ bytes, hash: hash.digest('hex') });
      } catch (error) {
        reject(error);
      }
    });
    request.once('error', reject);
  });
}
