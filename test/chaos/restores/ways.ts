import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '../../wait-for.ts';
import { ask, type Cluster, createCluster, type Home, makeFolder, startCluster } from './cluster.ts';
import { runProgram } from './run-program.ts';

/**
 * A way to back up and restore, as docs/operating/backups.md describes it, with other paths. `choose` returns the chosen
 * moment when that has passed; `untilSafe` waits until the backup can restore that moment.
 */
export type Way = {
  cluster: Cluster;
  /** Makes a base backup, if this way needs one: before the chosen moment, and of the new cluster. */
  backUp(): Promise<void>;
  choose(): Promise<Date>;
  untilSafe(chosen: Date): Promise<void>;
  restore(chosen: Date): Promise<Cluster>;
  /** Called after the restore. Returns the newest commit that could have been restored, if not the chosen moment. */
  newestCommit(): Promise<Date | undefined>;
  /** Whether the operator reports the restore. If not, the first process has to notice it. */
  isReported: boolean;
};

/** A dump contains what was committed when it began: that is the chosen moment. */
export async function openDump(home: Home): Promise<Way> {
  const cluster = await createCluster(home, 'first');
  const file = join(await makeFolder(home, 'dumps'), 'daybook.dump');
  return {
    cluster,
    isReported: true,
    async backUp() {},
    async choose() {
      const chosen = new Date();
      const args = ['--format=custom', '--dbname', cluster.url, '--file', file];
      await home.asPostgres(join(home.bin, 'pg_dump'), args);
      return chosen;
    },
    async untilSafe() {},
    newestCommit: async () => undefined,
    async restore() {
      const restored = await createCluster(home, 'second');
      await runProgram(restored.url, ['db', 'prepare']);
      const args = ['--no-owner', '--exit-on-error', '--dbname', restored.url, file];
      await home.asPostgres(join(home.bin, 'pg_restore'), args);
      return restored;
    },
  };
}

/** PostgreSQL switches to a new WAL segment after this time at the latest, so no more than about this much is lost. */
export const archiveTimeoutSeconds = 5;

/** pgBackRest: one base backup, and the WAL since, from which any second can be restored. */
export async function openPgbackrest(home: Home): Promise<Way> {
  const [repo, spool, config] = [
    await makeFolder(home, 'repo'),
    await makeFolder(home, 'spool'),
    join(home.folder, 'pgbackrest.conf'),
  ];
  const command = ['--stanza=daybook', `--config=${config}`];
  const settings = [
    'archive_mode=on',
    `archive_timeout=${archiveTimeoutSeconds}`,
    `archive_command=pgbackrest ${command.join(' ')} archive-push %p`,
  ];
  const pgbackrest = (...args: string[]) => home.asPostgres('pgbackrest', [...command, ...args]);
  const configure = ({ data, port }: { data: string; port: number }) =>
    writeFile(
      config,
      `[global]
repo1-path=${repo}
repo1-retention-full=2
start-fast=y
compress-type=lz4
process-max=2
log-level-console=error
log-level-file=off
lock-path=${spool}
spool-path=${spool}

[daybook]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${home.folder}
pg1-user=postgres
`,
    );
  const cluster = await createCluster(home, 'first', settings);
  await configure(cluster);
  await pgbackrest('stanza-create');
  const archived = async () => (await ask(cluster.adminUrl, 'select * from pg_stat_archiver'))[0];
  /** The newest WAL segment in the repository. */
  let newest = '';
  return {
    cluster,
    isReported: false,
    backUp: async () => void (await pgbackrest('--type=full', 'backup')),
    async choose() {
      const second = Math.ceil(Date.now() / 1000) * 1000;
      await new Promise((resolve) => setTimeout(resolve, second - Date.now()));
      return new Date(second);
    },
    async untilSafe(chosen) {
      // Recovery ends at the first commit after the chosen second, so the archive must have one.
      await waitFor(() => Date.now() > chosen.getTime() + 1000);
      const [{ file }] = await ask(cluster.adminUrl, 'select pg_walfile_name(pg_current_wal_lsn()) as file');
      await waitFor(async () => {
        newest = (await archived()).last_archived_wal ?? '';
        return newest >= file;
      }, 120_000);
    },
    async newestCommit() {
      const file = join(spool, newest);
      await pgbackrest('archive-get', newest, file);
      // The segment ends with zeroes where PostgreSQL switched, which pg_waldump reports as an error.
      const text = await home
        .asPostgres(join(home.bin, 'pg_waldump'), ['--rmgr=Transaction', file])
        .catch((error: { stdout?: string }) => error.stdout ?? '');
      const last = text.match(/COMMIT (\S+ \S+ \S+)/g)?.at(-1);
      return last === undefined ? undefined : new Date(last.slice('COMMIT '.length));
    },
    async restore(chosen) {
      newest = (await latestArchived(home, repo)) ?? newest;
      const second = await makeFolder(home, 'second');
      await home.asPostgres('chmod', ['700', second]);
      const target = chosen.toISOString().replace('T', ' ').replace('Z', '+00');
      await pgbackrest(
        `--pg1-path=${second}`,
        '--type=time',
        `--target=${target}`,
        '--target-action=promote',
        'restore',
      );
      // The stanza belongs to the new cluster from now on.
      const place = { home, name: 'second', port: cluster.port, settings };
      await configure({ data: second, port: cluster.port });
      return startCluster(place);
    },
  };
}

async function latestArchived(home: Home, repo: string): Promise<string | undefined> {
  const files = await home.asPostgres('find', [repo, '-name', '0000*-*', '-type', 'f']);
  const names = files.match(/[0-9A-F]{24}(?=-[0-9a-f]{40})/g) ?? [];
  return names.sort().at(-1);
}
