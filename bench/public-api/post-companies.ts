import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { SenderOptions, Sent } from './plain-sender.ts';

/** Runs the sender in a process of its own, so that its CPU time is not counted. */
export function postCompanies(options: SenderOptions): Promise<Sent> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'plain-sender.ts')], {
    env: { ...process.env, SENDER_OPTIONS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', kill);
      if (code === 0) resolve(JSON.parse(Buffer.concat(parts).toString()));
      else reject(new Error(`The sender ended with code ${code}.`));
    });
  });
}

/** An error response is cheaper than a company: a single one makes the figures worthless. */
export async function postOnly(options: SenderOptions): Promise<Sent & { perSecond: number }> {
  const sent = await postCompanies(options);
  if (sent.refused > 0 || sent.lost > 0 || sent.created === 0)
    throw new Error(`${sent.created} companies, ${sent.refused} other responses, ${sent.lost} lost connections.`);
  return { ...sent, perSecond: (sent.created * 1000) / (sent.endedAt - sent.startedAt) };
}
