import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { atExit } from '../at-exit.ts';

/**
 * Machines in miniature: each host is a network namespace with an address of its own, on a bridge to this machine.
 * Needs root.
 */
export type Host = {
  name: string;
  address: string;
  /** Prepended to a command, it runs on the host as the user `postgres`. */
  inside: readonly string[];
  /** Cuts the cable: packets vanish in both directions, and no side gets a reset. */
  cut(): Promise<void>;
  join(): Promise<void>;
  pids(): Promise<number[]>;
  /** Kills every process of the host at once, with SIGKILL. */
  kill(): Promise<void>;
};
export type Network = { gateway: string; range: string; hosts: Host[]; remove(): void };

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);
const namespaces = '/run/netns';
const prefix = 'dbf';

/** Why hosts cannot be made here, or undefined. */
export function whyNoHosts(): string | undefined {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const name = `${prefix}${process.pid}t`;
  try {
    execFileSync('ip', ['netns', 'add', name], { stdio: 'pipe' });
    try {
      execFileSync('ip', ['link', 'add', `${name}0`, 'type', 'veth', 'peer', 'name', `${name}1`], { stdio: 'pipe' });
      execFileSync('ip', ['link', 'del', `${name}0`], { stdio: 'pipe' });
    } finally {
      execFileSync('ip', ['netns', 'del', name], { stdio: 'pipe' });
    }
    return undefined;
  } catch (error) {
    return `network namespaces cannot be made: ${String((error as { stderr?: unknown }).stderr ?? error).trim()}`;
  }
}

export async function makeHosts(names: readonly string[]): Promise<Network> {
  removeLeftovers();
  const own = `${prefix}${process.pid}`;
  const subnet = `10.${200 + (process.pid % 50)}.${Math.floor(process.pid / 50) % 250}`;
  const gateway = `${subnet}.1`;
  const remove = () => removeAll(own);
  atExit(remove);
  try {
    await ip('link', 'add', own, 'type', 'bridge');
    await ip('addr', 'add', `${gateway}/24`, 'dev', own);
    await ip('link', 'set', own, 'up');
    const hosts: Host[] = [];
    for (const [at, name] of names.entries()) hosts.push(await makeHost(own, { name, address: `${subnet}.${at + 2}` }));
    return { gateway, range: `${subnet}.0/24`, hosts, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function makeHost(bridge: string, { name, address }: { name: string; address: string }): Promise<Host> {
  const [namespace, cable] = [`${bridge}${name}`, `${bridge}${name}h`];
  await ip('netns', 'add', namespace);
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
  await ip('link', 'set', cable, 'master', bridge, 'up');
  await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  for (const device of ['eth0', 'lo']) await ip('-n', namespace, 'link', 'set', device, 'up');
  const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const pids = async () => {
    const { stdout } = await ip('netns', 'pids', namespace);
    return stdout.split('\n').filter(Boolean).map(Number);
  };
  return {
    name,
    address,
    inside: ['ip', 'netns', 'exec', namespace, ...user],
    cut: async () => void (await ip('link', 'set', cable, 'down')),
    join: async () => void (await ip('link', 'set', cable, 'up')),
    pids,
    async kill() {
      for (let left = await pids(); left.length > 0; left = await pids()) for (const pid of left) killOne(pid);
    },
  };
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Removes the bridge `own` and the hosts on it, with their processes. Ignores what does not exist. */
function removeAll(own: string): void {
  const quietly = (...args: string[]) => {
    try {
      return execFileSync('ip', args, { stdio: 'pipe' }).toString();
    } catch {
      return '';
    }
  };
  // "dbf123a", but not "dbf1234a", which belongs to another process.
  const isOwn = (name: string) => name.startsWith(own) && !/^\d/.test(name.slice(own.length));
  const named = existsSync(namespaces) ? readdirSync(namespaces).filter(isOwn) : [];
  for (const name of named) {
    for (let tries = 0; tries < 50; tries++) {
      const pids = quietly('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
      if (pids.length === 0) break;
      for (const pid of pids) killOne(pid);
    }
    quietly('netns', 'del', name);
  }
  quietly('link', 'del', own);
}

/** What a run left behind that was itself killed. */
function removeLeftovers(): void {
  for (const name of existsSync(namespaces) ? readdirSync(namespaces) : []) {
    const [own, pid] = /^dbf(\d+)/.exec(name) ?? [];
    if (own && pid && !existsSync(`/proc/${pid}`)) removeAll(own);
  }
}
