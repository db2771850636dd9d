import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { serverUrl, testSecretKeys } from '../harness.ts';
import { startServerProcess } from '../start-server-process.ts';
import { cloneTemplate } from '../template.ts';

test('a process that cannot start says why and exits, instead of staying without serving anything', async () => {
  const database = await cloneTemplate(serverUrl());
  const other = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    const start = startServerProcess({ databaseUrl: database.url, port, secretKeys: testSecretKeys });
    await assert.rejects(start, /The server exited with 1:.*EADDRINUSE/s);
  } finally {
    await new Promise((resolve) => other.close(resolve));
    await database.drop();
  }
});
