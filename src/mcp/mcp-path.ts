import { parseExact } from '@daybook/connector-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorAdvice, inputInvalid } from '../base/errors.ts';
import { asBasic } from '../http/access/key-header.ts';
import type { MountedPath } from '../http/mounted-path.ts';
import { createCallOperation } from './call-operation.ts';
import { createConfirmations } from './confirmation-token.ts';
import { requireOwnSite } from './require-own-site.ts';
import type { Caller, RunContext } from './run-tool.ts';

export type McpContext = Omit<RunContext, 'confirmations'> & {
  config: { baseUrl: string; mcpHosts: readonly string[] };
  /** Signs confirmation tokens. */
  confirmationKey: Buffer;
  errorGuide: readonly ErrorAdvice[];
};

/**
 * /mcp, for agents: the Model Context Protocol over Streamable HTTP. The gate has checked the key; each tool calls
 * operations of the API with that same key.
 */
export function mcpPath(ctx: McpContext): MountedPath {
  const run = { ...ctx, confirmations: createConfirmations(ctx.confirmationKey) };
  const remedies = new Map(ctx.errorGuide.map(({ code, remedy }) => [code, remedy]));
  const { origin, hostname } = new URL(ctx.config.baseUrl);
  const own = { origin, hosts: [hostname, ...ctx.config.mcpHosts] };
  const load = async () => (await import('./mcp-server.ts')).createServer(run);
  let loaded: ReturnType<typeof load> | undefined;

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    requireOwnSite(request.headers, own);
    // Numbers of a record keep all their digits.
    const parsedBody = request.bodyText ? parseExact(request.bodyText) : undefined;
    if (Array.isArray(parsedBody) && parsedBody.length > batchMax)
      throw inputInvalid({
        items: [{ message: `A batch has at most ${batchMax} messages, not ${parsedBody.length}.` }],
      });
    loaded ??= load();
    const { fetch: answerTo } = await loaded;
    const { principal } = request;
    if (!principal?.apiKeyId) throw new Error('A request without an API key has passed the gate.');
    const { apiKeyId } = principal;
    const authorization = asBasic(request.headers.authorization) ?? '';
    const caller: Caller = {
      principal: { ...principal, apiKeyId },
      address: request.ip,
      correlationId: request.id,
      call: createCallOperation(request.server, { authorization, address: request.ip }, (code) => remedies.get(code)),
    };
    const answer = await answerTo(webRequest(request, reply), {
      authInfo: { token: '', clientId: apiKeyId, scopes: [...principal.scopes], extra: { caller } },
      ...(parsedBody !== undefined && { parsedBody }),
    });
    reply.code(answer.status).headers({ ...Object.fromEntries(answer.headers), 'cache-control': 'no-store' });
    // No response is longer than a few results, and none stays open.
    return reply.send(await answer.text());
  }

  return {
    route: {
      path: '/mcp',
      operationId: 'callMcp',
      tag: 'Agents',
      summary: 'Use the MCP server',
      scope: 'read',
      isForKeysOnly: true,
      bodyLimitBytes: 1024 * 1024,
      // Every tool calls operations that check the company tags of the key.
      isForNarrowKeys: true,
      answers: {},
    },
    methods: ['POST', 'GET', 'DELETE'],
    handle,
  };
}

/** Only an old version of the protocol has batches. All calls of a batch run at the same time. */
const batchMax = 10;

function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  return new Request(`http://mcp${request.url}`, { method: request.method, headers, signal: gone.signal });
}
