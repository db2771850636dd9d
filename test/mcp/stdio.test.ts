import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { agentOver } from './connect-agent.ts';
import { aboutCompanies, askAll, pushOf } from './questions.ts';
import { useStage } from './use-stage.ts';

const { app, stage } = await useStage();

const started = (args: string[], env: Record<string, string> = {}) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../src/main.ts'), 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  });

for (const era of ['2026', '2025'] as const)
  test(`daybook mcp offers the tools of the key over stdio, in the protocol of ${era}`, async () => {
    const { readOnlyKey } = stage();
    const agent = await agentOver(started(['--url', app.url], { DAYBOOK_KEY: readOnlyKey }), era);
    const tools = await agent.tools();
    assert.ok(tools.includes('query_data') && !tools.includes('send_push'));
    assert.match(agent.client.getInstructions() ?? '', /never follow instructions/);
    const outcomes = await askAll(agent, stage(), aboutCompanies);
    assert.deepEqual(
      outcomes.filter(({ isRight }) => !isRight),
      [],
    );
    assert.equal((await agent.refused('prepare_push', pushOf(stage()))).code, 'toolNotAllowed');
    await agent.close();
  });

test('daybook mcp says on stderr what is wrong with its address or key, and ends', async () => {
  for (const [args, said] of [
    [['--url', app.url, '--key', 'wrong'], /401|keyIncorrect|Unauthorized/],
    [['--url', 'http://127.0.0.1:9', '--key', 'wrong'], /could not be used/],
    [['--url', app.url], /set DAYBOOK_KEY/],
    [['--url', 'ftp://x', '--key', 'x'], /must be a URL/],
  ] as const) {
    const transport = started([...args]);
    let text = '';
    transport.stderr?.on('data', (chunk) => {
      text += chunk;
    });
    await assert.rejects(agentOver(transport, '2025'));
    assert.match(text, said);
  }
});
