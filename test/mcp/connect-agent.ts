import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

// biome-ignore lint/suspicious/noExplicitAny: a result has the schema of its tool
type Data = any;

export type Agent = {
  client: Client;
  /** Calls a tool and returns its JSON. Throws if the tool reports an error. */
  ask(tool: string, input?: object): Promise<Data>;
  /** Calls a tool that must report an error, and returns that error. */
  refused(tool: string, input?: object): Promise<Data>;
  /** The names of the tools that the key may use. */
  tools(): Promise<string[]>;
  close(): Promise<void>;
};

/** 2026: the current protocol, without sessions. 2025: what most programs speak today. */
export type Era = '2025' | '2026';

/** An agent that uses the official client over Streamable HTTP, as a user's program would. */
export async function connectAgent(url: string, key: string, { era = '2026' }: { era?: Era } = {}): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  return agentOver(transport, era);
}

export async function agentOver(transport: Parameters<Client['connect']>[0], era: Era): Promise<Agent> {
  const mode = era === '2026' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new Client({ name: 'test agent', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const call = async (name: string, input: object = {}) =>
    client.callTool({ name, arguments: input as Record<string, unknown> });
  return {
    client,
    async ask(tool, input) {
      const { isError, structuredContent } = await call(tool, input);
      if (isError) throw new Error(`${tool}: ${JSON.stringify(structuredContent)}`);
      return structuredContent;
    },
    async refused(tool, input) {
      const { isError, structuredContent } = await call(tool, input);
      if (!isError) throw new Error(`${tool} was not refused: ${JSON.stringify(structuredContent)}`);
      return (structuredContent as { error: Data }).error;
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}
