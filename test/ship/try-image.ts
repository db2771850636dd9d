import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Figures, round, say } from '../../bench/report.ts';
import { buildImage, writeArchive } from '../../dev/build-image.ts';
import { freePort } from '../../dev/embedded-postgres.ts';
import { receiveFirstWebhook } from './first-webhook.ts';
import { useLink } from './start-program.ts';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);
const run = async (file: string, args: string[]) =>
  (await execute(file, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
const podman = (...args: string[]) => run('podman', ['--runtime', 'runc', ...args]);
// crun and podman's own limits do not work inside another container.
const limits = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4096:4096'];

const tag = 'localhost/daybook';
export const bases = { nodeImage: 'localhost/daybook-node', baseImage: 'localhost/daybook-base' };

/** Where no image registry can be reached: from Debian's packages. Also installs buildah and podman if they are missing. */
export async function makeBaseImages(): Promise<void> {
  await run(join(root, 'test/ship/make-base-images.sh'), []);
  say('base images are ready');
}

/**
 * The container way: loads the image's archive and runs it by podman with a read-only root file system, without
 * capabilities and not as root. Without an archive, builds the image from bases that are made here.
 */
export async function tryImage(
  { folder, databaseUrl, archive }: { folder: string; databaseUrl: string; archive?: string | undefined },
  { quick }: { quick: boolean },
): Promise<Figures> {
  const figures: Figures = {};
  const loaded = await podman('load', '--quiet', '--input', archive ?? (await buildArchive(folder, figures, quick)));
  const image = /localhost\/daybook:\S+/.exec(loaded)?.[0] ?? '';
  const size = Number(await podman('image', 'inspect', '--format', '{{.Size}}', image));
  Object.assign(figures, { imageMb: Math.round(size / 1e6) }, await listContents(image));
  return { ...figures, ...(await runImage(image, databaseUrl)) };
}

/** Builds the image twice, unless the run is a quick one, and writes its archive. */
async function buildArchive(folder: string, figures: Figures, quick: boolean): Promise<string> {
  await makeBaseImages();
  const began = performance.now();
  await buildImage({ ...bases, tag });
  figures.imageSeconds = round((performance.now() - began) / 1000);
  say(`built the image in ${figures.imageSeconds} s`);
  const layers = await layersOf();
  if (!quick) {
    await buildImage({ ...bases, tag });
    figures.areLayersSame = (await layersOf()) === layers;
  }
  return writeArchive(tag, folder);
}

const layersOf = () => run('buildah', ['inspect', '--type', 'image', '--format', '{{.OCIv1.RootFS.DiffIDs}}', tag]);

/** What must not be in the image, counted: packages that are only for development, npm, sources. */
async function listContents(image: string): Promise<Figures> {
  const program = `const { globSync, existsSync } = require('node:fs');
    const cwd = '/opt/daybook/lib/node_modules/daybook';
    const packages = globSync('**/node_modules/{@*/*,[!@]*}/package.json', { cwd }).map((path) => path.replace(/.*node_modules\\/(.*)\\/package.json/, '$1'));
    const sources = globSync('{src,connectors,node_modules/@daybook}/**/*.ts', { cwd });
    console.log(JSON.stringify({ packages, sources, hasNpm: existsSync('/usr/local/lib/node_modules/npm'), uid: process.getuid() }));`;
  const printed = await podman('run', '--rm', ...limits, '--entrypoint', 'node', image, '-e', program);
  const { packages, sources, hasNpm, uid } = JSON.parse(printed) as {
    packages: string[];
    sources: string[];
    hasNpm: boolean;
    uid: number;
  };
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const portal = JSON.parse(await readFile(join(root, 'portal/package.json'), 'utf8'));
  const unwanted = Object.keys({ ...devDependencies, ...portal.dependencies, ...portal.devDependencies });
  const found = packages.filter((name) => unwanted.includes(name));
  if (found.length > 0) say(`packages for development: ${found.join(', ')}`);
  return {
    packages: packages.length,
    developmentPackages: found.length + sources.length + (hasNpm ? 1 : 0),
    isNotRoot: uid !== 0,
  };
}

async function runImage(image: string, databaseUrl: string): Promise<Figures> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const volume = `daybook-ship-${process.pid}`;
  const hardened = ['--network', 'host', '--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
  const settings = {
    DAYBOOK_DATABASE_URL: databaseUrl,
    DAYBOOK_PORT: String(port),
    DAYBOOK_HOST: '127.0.0.1',
    DAYBOOK_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  };
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const keep = ['--volume', `${volume}:/var/lib/daybook`];
  const began = performance.now();
  const container = await podman('run', '--detach', ...limits, ...hardened, ...keep, ...env, image);
  const sandbox = await podman(
    ...['run', '--detach', ...limits, ...hardened, image, 'sandbox', '--port', String(sandboxPort)],
  );
  try {
    await waitUntilReady(`${url}/health/ready`, () => podman('logs', container));
    const figures: Figures = { containerStartSeconds: round((performance.now() - began) / 1000) };
    await sleep(500);
    figures.isContainerLinkGood = await useLink(await podman('logs', container));
    figures.isHealthy = await podman('healthcheck', 'run', container).then(
      () => true,
      () => false,
    );
    const daybook = async (...args: string[]) =>
      JSON.parse(await podman('exec', container, 'daybook', ...args, '--json')) as Record<string, string>;
    figures.containerWebhookSeconds = round(await receiveFirstWebhook({ url, daybook }));
    const stopping = performance.now();
    await podman('stop', '--time', '30', container);
    figures.containerStopSeconds = round((performance.now() - stopping) / 1000);
    figures.containerExitCode = Number(await podman('inspect', '--format', '{{.State.ExitCode}}', container));
    return figures;
  } finally {
    await podman('rm', '--force', '--time', '0', container, sandbox);
    await podman('volume', 'rm', '--force', volume);
  }
}

async function waitUntilReady(url: string, logs: () => Promise<string>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Error(`The container was not ready within 60 s:\n${await logs()}`);
}
