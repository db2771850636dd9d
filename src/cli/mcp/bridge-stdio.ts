import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../base/version.ts';
import { UsageError } from '../command.ts';

/**
 * Serves MCP over stdin and stdout until stdin ends, for programs that start their servers themselves. The tools are
 * those of /mcp: every request is passed on with the key, and nothing is decided here.
 */
export async function bridgeStdio({ url, key }: { url: URL; key: string }): Promise<void> {
  const about = { name: 'daybook', title: 'Daybook', version };
  const upstream = new Client(about, { versionNegotiation: { mode: 'auto' } });
  const place = new URL('mcp', url.href.endsWith('/') ? url : `${url.href}/`);
  const transport = new StreamableHTTPClientTransport(place, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  try {
    await upstream.connect(transport);
  } catch (error) {
    const cause = (error as Error).cause instanceof Error ? `: ${((error as Error).cause as Error).message}` : '';
    throw new UsageError(`${place} could not be used: ${(error as Error).message}${cause}`);
  }
  const instructions = upstream.getInstructions();
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close'), stopSignal()]);
  const handle = serveStdio(() => {
    const server = new Server(upstream.getServerVersion() ?? about, {
      capabilities: { tools: {} },
      ...(instructions !== undefined && { instructions }),
    });
    server.setRequestHandler('tools/list', async ({ params }) => {
      const { tools, nextCursor } = await upstream.listTools(params);
      return { tools, ...(nextCursor !== undefined && { nextCursor }) };
    });
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {} } }, { mcpReq }) => {
      const result = await upstream.callTool({ name, arguments: input }, { signal: mcpReq.signal });
      const { content, structuredContent, isError } = result;
      return { content, ...(structuredContent !== undefined && { structuredContent }), ...(isError && { isError }) };
    });
    return server;
  });
  await ended;
  await handle.close();
  await upstream.close();
}

function stopSignal(): Promise<unknown> {
  return Promise.race((['SIGTERM', 'SIGINT'] as const).map((name) => once(process, name)));
}
