import assert from 'node:assert/strict';
import { capture } from '../examples/capture.ts';
import type { TestAccount, TestApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/** A company with a connection to the platform Files, and functions for its uploads. */
export async function filesCompany(app: TestApp, account: TestAccount) {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Paper Ltd' } })).body;
  const company = `/companies/${companyId}`;
  const made = await account.send(`POST ${company}/connections`, { body: { platformKey: 'files' } });
  assert.equal(made.status, 200, made.text);
  const { connectionId } = made.body;
  const path = `${company}/connections/${connectionId}/uploads`;

  /** Sends the bytes of a file; `more` is added to the query. */
  async function upload(content: string | Uint8Array<ArrayBuffer>, fileName = 'export.csv', more = '', to = path) {
    const key = Buffer.from(account.key).toString('base64');
    const target = `${to}?fileName=${encodeURIComponent(fileName)}${more}`;
    const operation = { operationId: 'createUpload', summary: 'Upload a file' };
    return sendFile(app, { operation, target, content, authorization: `Basic ${key}` });
  }
  const confirm = (uploadId: string, body: object = {}) => account.send(`POST ${path}/${uploadId}/confirm`, { body });

  async function settled(syncId: string) {
    // biome-ignore lint/suspicious/noExplicitAny: a response of the API
    let sync: any;
    await waitFor(async () => {
      sync = (await account.send(`GET ${company}/data/history/${syncId}`)).body;
      return sync.status === 'Waiting' || sync.completed !== undefined;
    }, 60_000);
    return sync;
  }
  /** Waits for all syncs of an upload, and returns the last one. */
  async function filled(body: { dataSets: { syncId: string }[] }) {
    const syncs = await Promise.all(body.dataSets.map(({ syncId }) => settled(syncId)));
    return syncs.at(-1);
  }
  /** Uploads a file, confirms it and waits for its syncs. */
  async function load(content: string | Uint8Array<ArrayBuffer>, body: object = {}, fileName?: string) {
    const received = await upload(content, fileName, '&confirm=never');
    assert.equal(received.status, 200, JSON.stringify(received.body));
    const confirmed = await confirm(received.body.uploadId, body);
    assert.equal(confirmed.status, 200, confirmed.text);
    return { upload: confirmed.body, sync: await filled(confirmed.body) };
  }
  const records = async (dataType: string) =>
    (await account.send(`GET ${company}/data/${dataType}?orderBy=id`)).body.results;
  return { account, companyId, connectionId, company, path, upload, confirm, settled, filled, load, records };
}

export const filesOn = { connectorSettings: { files: { isEnabled: true } } };

/** Sends the bytes of a file, and keeps request and response for the examples, as `app.send` does. */
export async function sendFile(
  app: TestApp,
  sent: {
    operation: { operationId: string; summary: string };
    target: string;
    content: string | Uint8Array<ArrayBuffer>;
    authorization?: string;
  },
) {
  const { operation, target, content, authorization } = sent;
  const response = await fetch(`${app.url}${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...(authorization && { authorization }) },
    body: content,
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a response of the API
  const answer = { status: response.status, headers: response.headers, body: JSON.parse(text) as any, text };
  capture({ operation, method: 'POST', target, body: undefined, answer });
  return answer;
}
