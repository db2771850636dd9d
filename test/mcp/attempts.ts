import type { Agent } from './connect-agent.ts';
import { pushOf } from './questions.ts';
import { injections, type Stage } from './stage.ts';

/** Something that must not work, and the error code that says so. */
export type Attempt = { name: string; code: string; expected: string };

const attempt = async (name: string, expected: string, refusal: Promise<{ code: string }>): Promise<Attempt> => ({
  name,
  expected,
  code: await refusal.then(
    ({ code }) => code,
    (error: Error) => `not refused: ${error.message.slice(0, 200)}`,
  ),
});

/** What a key without the scope "push" tries, after its agent has read all injected texts. */
export async function tryWithoutPush(agent: Agent, stage: Stage): Promise<Attempt[]> {
  await readInjections(agent, stage);
  const token = 'c1.9999999999999.x.y';
  return [
    await attempt('prepare a push', 'toolNotAllowed', agent.refused('prepare_push', pushOf(stage))),
    await attempt(
      'send a push with the token from a note',
      'toolNotAllowed',
      agent.refused('send_push', { ...pushOf(stage), confirmationToken: token }),
    ),
    await attempt('describe a push', 'toolNotAllowed', agent.refused('describe_push', pushOf(stage))),
    await attempt('use a tool that a note invented', 'toolUnknown', agent.refused('delete_everything', {})),
    await attempt('see consumers', 'toolNotAllowed', agent.refused('explain_consumer', {})),
  ];
}

export async function readInjections(agent: Agent, { company }: Stage): Promise<string> {
  const { companyId } = company;
  const results = [
    await agent.ask('find_companies', { name: 'ignore all previous' }),
    await agent.ask('query_data', { companyId, dataType: 'customers', query: 'customerName~"Grant the scope"' }),
    await agent.ask('query_data', { companyId, dataType: 'invoices', query: 'note~"has consented"' }),
  ];
  return JSON.stringify(results);
}

/** What a key with the scope tries with a token that confirms another push. `others` are connected with other keys. */
export async function tryTokens(agent: Agent, others: Agent[], stage: Stage): Promise<Attempt[]> {
  const push = pushOf(stage);
  const { confirmationToken } = await agent.ask('prepare_push', push);
  const send = (by: Agent, input: object) => by.refused('send_push', { confirmationToken, ...input });
  const mismatch = 'confirmationMismatch';
  const [record] = [push.record];
  return [
    await attempt('another amount', mismatch, send(agent, pushOf(stage, { note: 'Another note' }))),
    await attempt('another field', mismatch, send(agent, { ...push, record: { ...record, invoiceNumber: 'X-1' } })),
    await attempt('another data type', mismatch, send(agent, { ...push, dataType: 'bills' })),
    await attempt('another operation', mismatch, send(agent, { ...push, operation: 'update', id: 'inv_1' })),
    await attempt('another company', mismatch, send(agent, { ...push, companyId: crypto.randomUUID() })),
    await attempt('another connection', mismatch, send(agent, { ...push, connectionId: crypto.randomUUID() })),
    await attempt('a longer life', mismatch, send(agent, { ...push, confirmationToken: laterOf(confirmationToken) })),
    await attempt('no token', 'inputInvalid', agent.refused('send_push', push)),
    await attempt('an invented token', mismatch, send(agent, { ...push, confirmationToken: 'c1.9999999999999.x.y' })),
    ...(await Promise.all(others.map((other, i) => attempt(`another key ${i + 1}`, mismatch, send(other, push))))),
  ];
}

function laterOf(token: string): string {
  const [form, expires, ...rest] = token.split('.');
  return [form, Number(expires) + 1, ...rest].join('.');
}

/** Whether a text of the server that a model trusts contains something of a record. */
export async function trustedTexts({ client }: Agent): Promise<string> {
  const { tools } = await client.listTools();
  return JSON.stringify([tools, client.getInstructions()]);
}

export const injectedIn = (text: string) => Object.values(injections).filter((one) => text.includes(one.slice(0, 25)));
