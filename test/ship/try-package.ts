import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, median, round, say } from '../../bench/report.ts';
import { freePort } from '../../dev/embedded-postgres.ts';
import { packPackage } from '../../dev/pack-package.ts';
import { receiveFirstWebhook } from './first-webhook.ts';
import { startProgram, useLink } from './start-program.ts';

const run = promisify(execFile);

/**
 * The npm way: installs the packed server with `npm i -g` in an empty prefix, and starts it on an empty database with
 * an empty home folder. `folder` is empty; `databaseUrl` names an empty database. Without a tarball, packs one.
 */
export async function tryPackage(
  { folder, databaseUrl, tarball: given }: { folder: string; databaseUrl: string; tarball?: string | undefined },
  { quick }: { quick: boolean },
): Promise<Figures> {
  const tarball = given ?? (await packPackage('daybook', folder));
  const figures: Figures = { tarballKb: Math.round((await stat(tarball)).size / 1024) };
  if (!given && !quick) figures.isTarballSame = (await hashOf(tarball)) === (await hashOfSecond(folder));
  const prefix = join(folder, 'prefix');
  figures.installSeconds = await seconds(() =>
    run('npm', ['install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', tarball]),
  );
  say(`installed after ${figures.installSeconds} s`);
  const program = join(prefix, 'bin/daybook');
  const own = globSync('lib/node_modules/daybook/{src,connectors,schema,portal,node_modules/@daybook}/**/*.ts', {
    cwd: prefix,
  });
  figures.typeScriptFiles = own.length;
  figures.installedMb = Number((await run('du', ['-sm', prefix])).stdout.split('\t')[0]);
  figures.hasManPage = (await readFile(join(prefix, 'share/man/man1/daybook.1'), 'utf8')).includes('.TH DAYBOOK 1');

  const home = join(folder, 'home');
  await mkdir(home);
  const base = { PATH: process.env.PATH ?? '', HOME: home };
  const helpMs: number[] = [];
  for (let times = 0; times < 5; times++)
    helpMs.push(1000 * (await seconds(() => run(program, ['help'], { env: base }))));
  figures.helpMs = Math.round(median(helpMs));
  return { ...figures, ...(await tryProgram(program, { ...base, DAYBOOK_DATABASE_URL: databaseUrl })) };
}

async function tryProgram(program: string, given: Record<string, string>): Promise<Figures> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // The port only because others may use 8080 on this machine.
  const env = { ...given, DAYBOOK_PORT: port };
  const first = startProgram(program, ['start'], env);
  const figures: Figures = { startSeconds: round(await first.ready(`${url}/health/ready`)) };
  await first.printed('Daybook is running');
  figures.hasPortal = (await (await fetch(`${url}/portal/`)).text()).includes('<script');
  figures.isLinkGood = await useLink(first.output());
  const keyFile = join(given.HOME ?? '', '.config/daybook/secret-keys');
  const keys = await readFile(keyFile, 'utf8');
  figures.isKeyNamed = first.output().includes(keyFile);
  await first.stop();

  const sandboxPort = String(await freePort());
  const sandbox = startProgram(program, ['sandbox', '--port', sandboxPort], env);
  const second = startProgram(program, ['start'], {
    ...env,
    DAYBOOK_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  });
  try {
    figures.secondStartSeconds = round(await second.ready(`${url}/health/ready`));
    figures.isAskedOnce = !second.output().includes('/portal/invitations/');
    figures.isKeyKept = (await readFile(keyFile, 'utf8')) === keys;
    const daybook = async (...args: string[]) =>
      JSON.parse((await run(program, [...args, '--json'], { env })).stdout) as Record<string, string>;
    figures.firstWebhookSeconds = round(await receiveFirstWebhook({ url, daybook }));
    return figures;
  } catch (error) {
    say(second.output());
    throw error;
  } finally {
    await second.stop();
    await sandbox.stop();
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return round((performance.now() - began) / 1000);
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

async function hashOfSecond(folder: string): Promise<string> {
  const second = join(folder, 'second');
  await mkdir(second);
  return hashOf(await packPackage('daybook', second));
}
