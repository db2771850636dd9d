import type { Process, Stage } from './stage.ts';

/** What happens to the processes, in turn. One of each role is never restarted, so that its memory can be judged. */
export type Disturbance = (stage: Stage) => Promise<void>;

const find = (stage: Stage, role: Process['role']): Process => {
  const found = stage.processes.find((one) => one.restarts && one.role === role);
  if (!found) throw new Error(`No ${role} is restarted.`);
  return found;
};

const end =
  (role: Process['role'], signal: 'SIGTERM' | 'SIGKILL'): Disturbance =>
  async (stage) => {
    const one = find(stage, role);
    await (signal === 'SIGTERM' ? one.process.stop() : one.process.kill());
    await one.start();
  };

export const disturbances: Record<string, Disturbance> = {
  'worker stopped': end('worker', 'SIGTERM'),
  'api killed': end('api', 'SIGKILL'),
  failover: ({ postgres }) => postgres.failOver(),
  'worker killed': end('worker', 'SIGKILL'),
  'api stopped': end('api', 'SIGTERM'),
  'postgres restarted': ({ postgres }) => postgres.restart('fast'),
  'postgres crashed': ({ postgres }) => postgres.restart('immediate'),
};
