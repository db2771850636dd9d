import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figures, holdBar, type Report, runNamed } from '../../bench/report.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { emptyDatabase } from '../template.ts';
import { runAlert } from './alert-run.ts';
import { checkChart } from './chart.ts';
import { tryCompose } from './compose/try-compose.ts';
import { checkProxies } from './proxies.ts';
import { tryImage } from './try-image.ts';
import { tryPackage } from './try-package.ts';
import { checkUnits } from './units.ts';

/**
 * `npm run ship -- check [--quick] [--json]`: builds what is shipped and uses it as a stranger would, against a real
 * PostgreSQL. `package`: packed, installed in an empty prefix, started with only a database. `image`: built from bases
 * that are made from Debian's packages, and run by podman (Debian, as root). `compose`: compose.yaml and
 * compose.dev.yaml by podman-compose. `check` does the three, `check --quick` only the first. `chart`, `units` and `proxies` check what deploy/ has, `alert` stops a worker under a real Prometheus.
 */
type Try = (where: { folder: string; databaseUrl: string }, options: { quick: boolean }) => Promise<Figures>;

const goals: [string, string][] = [
  ['tarballKb', '<= 5000'],
  ['typeScriptFiles', '<= 0'],
  ['hasManPage', 'true'],
  ['helpMs', '<= 500'],
  ['startSeconds', '<= 30'],
  ['hasPortal', 'true'],
  ['isLinkGood', 'true'],
  ['isKeyNamed', 'true'],
  ['isKeyKept', 'true'],
  ['isAskedOnce', 'true'],
  ['firstWebhookSeconds', '<= 60'],
  ['isTarballSame', 'true'],
  ['imageMb', '<= 250'],
  ['areLayersSame', 'true'],
  ['developmentPackages', '<= 0'],
  ['isNotRoot', 'true'],
  ['isContainerLinkGood', 'true'],
  ['isHealthy', 'true'],
  ['containerWebhookSeconds', '<= 60'],
  ['containerStopSeconds', '<= 20'],
  ['containerExitCode', '<= 0'],
  ['composeStartSeconds', '<= 120'],
  ['isComposeHealthy', 'true'],
  ['isComposeLinkGood', 'true'],
  ['composeWebhookSeconds', '<= 300'],
  ['isMailCaught', 'true'],
  ['isTlsServed', 'true'],
  ['isDataKept', 'true'],
  ['composeStopSeconds', '<= 60'],
  ['composeUncleanStops', '<= 0'],
  ['composeLeftovers', '<= 0'],
];

await runNamed('ship', {
  check: ({ quick }) => runTries('check', quick ? [tryPackage] : [tryPackage, tryImage, tryCompose], { quick }),
  package: (options) => runTries('package', [tryPackage], options),
  image: (options) => runTries('image', [tryImage], options),
  compose: (options) => runTries('compose', [tryCompose], options),
  chart: checkChart,
  units: checkUnits,
  proxies: checkProxies,
  alert: runAlert,
});

async function runTries(name: string, tries: Try[], options: { quick: boolean }): Promise<Report> {
  const data = await mkdtemp(join(tmpdir(), 'daybook-ship-data-'));
  const postgres = await startEmbeddedPostgres({ folder: data, durable: false, settings: { max_connections: '100' } });
  const figures: Figures = {};
  try {
    for (const one of tries) {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'daybook-ship-')));
      const { url } = await emptyDatabase(postgres.url('postgres'));
      try {
        Object.assign(figures, await one({ folder, databaseUrl: url }, options));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
  } finally {
    await postgres.stop();
    await rm(data, { recursive: true, force: true });
  }
  const measured = goals.filter(([figure]) => figure in figures);
  return { name, figures, bars: measured.map(([figure, goal]) => holdBar(figures, figure, goal)) };
}
