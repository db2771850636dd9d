import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, round, say } from '../../../bench/report.ts';
import { buildImage } from '../../../dev/build-image.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { waitFor } from '../../wait-for.ts';
import { type Receiver, receiveFirstWebhook } from '../first-webhook.ts';
import { startProgram, useLink } from '../start-program.ts';
import { type Compose, openCompose } from './podman-compose.ts';

const root = join(import.meta.dirname, '../../..');
const execute = promisify(execFile);
const run = async (file: string, args: string[]) => (await execute(file, args, { cwd: root })).stdout.trim();
const bases = { nodeImage: 'localhost/daybook-node', baseImage: 'localhost/daybook-base' };
/** What a folder needs to run the containers. */
const needed = ['compose.yaml', 'compose.dev.yaml', 'package.json', 'deploy/compose', 'examples', 'sdk'];
const withinMs = 120_000;
const everything = ['--profile', 'tls', '--profile', 'receiver'];
const seconds = (began: number) => round((performance.now() - began) / 1000);

/**
 * The Compose way: copies what is needed into an empty folder and follows the README there with podman-compose, from
 * nothing to the first verified webhook. Then the same data behind TLS, as in production. Removes everything again.
 */
export async function tryCompose({ folder }: { folder: string }): Promise<Figures> {
  await run(join(root, 'test/ship/make-base-images.sh'), []);
  await run(join(root, 'test/ship/compose/make-images.sh'), []);
  say('images are ready');
  const figures: Figures = await provideImage();
  for (const name of needed) await cp(join(root, name), join(folder, name), { recursive: true, filter: isNeeded });
  const [port, mailPort, httpPort, httpsPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const project = `daybook-ship-${process.pid}`;
  // The addresses only because others may use the default ones on this machine.
  const writeSettings = (baseUrl: string) =>
    writeFile(
      join(folder, '.env'),
      `DAYBOOK_BASE_URL=${baseUrl}
DAYBOOK_WEBHOOK_SOURCE_ADDRESSES=203.0.113.7
POSTGRES_PASSWORD=of-the-trial
SERVER_ADDRESS=127.0.0.1:${port}
MAIL_ADDRESS=127.0.0.1:${mailPort}
HTTP_ADDRESS=127.0.0.1:${httpPort}
HTTPS_ADDRESS=127.0.0.1:${httpsPort}
`,
    );
  const file = join(folder, 'compose.yaml');
  const trial = await openCompose({ files: [file, join(folder, 'compose.dev.yaml')], project });
  const production = await openCompose({ files: [file], project });
  try {
    await writeSettings(`http://localhost:${port}`);
    Object.assign(figures, await tryTrial(trial, { port, mailPort }));
    await writeSettings('https://localhost');
    Object.assign(figures, await tryTls(production, httpsPort));
    Object.assign(figures, await tryStop(trial, project));
  } catch (error) {
    say(await trial.run('logs').catch(String));
    throw error;
  } finally {
    await trial.run(...everything, 'down', '--volumes');
    figures.composeLeftovers = await countLeftovers(trial, project);
  }
  return figures;
}

const isNeeded = (path: string) => !/\/(node_modules|dist)$/.test(path);

/** Takes the image if nothing that it is built from has changed since its commit. */
async function provideImage(): Promise<Figures> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const tag = `localhost/daybook:${version}`;
  const label = '{{index .OCIv1.Config.Labels "org.opencontainers.image.revision"}}';
  const revision = await run('buildah', ['inspect', '--type', 'image', '--format', label, tag]).catch(() => '');
  const others = ['bench', 'deploy', 'docs', 'examples', 'test', '*.md', 'compose*.yaml'].map((path) => `:!${path}`);
  const isSame = run('git', ['diff', '--quiet', revision, '--', '.', ...others]).then(
    () => true,
    () => false,
  );
  if (revision !== '' && (await isSame)) return {};
  const began = performance.now();
  await buildImage({ ...bases, tag });
  say(`built the image in ${seconds(began)} s`);
  return { composeImageSeconds: seconds(began) };
}

async function tryTrial(compose: Compose, { port, mailPort }: { port: number; mailPort: number }): Promise<Figures> {
  const url = `http://localhost:${port}`;
  const began = performance.now();
  await compose.run('up', '--detach');
  await waitFor(() => isOk(`${url}/health/ready`), withinMs);
  const figures: Figures = { composeStartSeconds: seconds(began) };
  figures.isComposeHealthy = await areHealthy(compose);
  figures.isComposeLinkGood = await useLink(await compose.run('logs', 'daybook'));
  const daybook = async (...args: string[]) =>
    JSON.parse(await compose.run('exec', '-T', 'daybook', 'daybook', ...args, '--json')) as Record<string, string>;
  await receiveFirstWebhook({ url, daybook, receiver: containedReceiver(compose) });
  figures.composeWebhookSeconds = seconds(began);

  const [account] = (await daybook('account', 'list')) as unknown as { accountId: string }[];
  await daybook('person', 'invite', 'ada@example.com', '--account', account?.accountId ?? '');
  const mails = (await (await fetch(`http://127.0.0.1:${mailPort}/email`)).json()) as { text: string }[];
  figures.isMailCaught = mails.length === 1 && mails[0]?.text.includes(`${url}/portal/invitations/`) === true;
  return figures;
}

/** Runs the health checks of the image and of compose.yaml; podman itself runs them only under systemd. */
async function areHealthy({ podman, env }: Compose): Promise<boolean> {
  const name = env.COMPOSE_PROJECT_NAME;
  const checks = ['daybook', 'postgres'].map((service) => podman('healthcheck', 'run', `${name}_${service}_1`));
  return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled');
}

/** The example of the README in a container of its own. */
function containedReceiver({ program, env, podman }: Compose): Receiver {
  let started: ReturnType<typeof startProgram> | undefined;
  return {
    url: 'http://receiver:3000/hooks',
    async start(secret) {
      const profile = ['--profile', 'receiver'];
      const printed = startProgram(
        program,
        [...profile, ...['run', '--rm', '-T', '--name', 'receiver', 'receiver', secret]],
        env,
      );
      started = printed;
      await waitFor(() => printed.output().includes('Waiting for deliveries'), withinMs);
    },
    verified: () => [...(started?.output() ?? '').matchAll(/^verified {2}(\S+)/gm)].map(([, type = '']) => type),
    async stop() {
      await podman('stop', '--ignore', 'receiver');
      await started?.exited();
    },
  };
}

/** Starts compose.yaml alone with its profile "tls", on the volumes of the trial. */
async function tryTls(compose: Compose, port: number): Promise<Figures> {
  const began = performance.now();
  await compose.run('--profile', 'tls', 'up', '--detach');
  const certificate = '/data/caddy/pki/authorities/local/root.crt';
  let ca = '';
  await waitFor(async () => {
    ca = await compose.run('--profile', 'tls', 'exec', '-T', 'caddy', 'cat', certificate).catch(() => '');
    return ca !== '' && (await statusOf({ port, ca, path: '/health/ready' })) === 200;
  }, withinMs);
  const figures: Figures = { composeTlsSeconds: seconds(began) };
  figures.isTlsServed = (await statusOf({ port, ca, path: '/metrics' })) === 404;
  const accounts = await compose.run('exec', '-T', 'daybook', 'daybook', 'account', 'list', '--json');
  figures.isDataKept = JSON.parse(accounts).length === 1;
  return figures;
}

/** PostgreSQL must not stop before Daybook, which would then wait for it until its time to stop is over. */
async function tryStop(compose: Compose, project: string): Promise<Figures> {
  const began = performance.now();
  await compose.run(...everything, 'stop');
  const figures: Figures = { composeStopSeconds: seconds(began) };
  const list = ['ps', '--all', '--filter', labelOf(project), '--format', '{{.Names}} exit code {{.ExitCode}}'];
  const unclean = (await compose.podman(...list)).split('\n').filter((line) => !line.endsWith(' 0'));
  for (const line of unclean) say(line);
  return { ...figures, composeUncleanStops: unclean.length };
}

function statusOf({ port, ca, path }: { port: number; ca: string; path: string }): Promise<number> {
  return new Promise((resolve) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      ca,
      servername: 'localhost',
      headers: { host: 'localhost' },
    });
    asked.once('response', (response) => resolve(response.resume().statusCode ?? 0));
    asked.once('error', () => resolve(0));
    asked.end();
  });
}

const isOk = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const labelOf = (project: string) => `label=io.podman.compose.project=${project}`;

async function countLeftovers({ podman }: Compose, project: string): Promise<number> {
  const lists = [
    await podman('ps', '--all', '--quiet', '--filter', labelOf(project)),
    await podman('volume', 'ls', '--quiet', '--filter', `name=${project}`),
    await podman('network', 'ls', '--quiet', '--filter', `name=${project}`),
  ];
  return lists.flatMap((list) => list.split('\n')).filter((line) => line !== '').length;
}
