import { join } from 'node:path';

/** The environment variables. Only this file reads them. */
export type Env = Readonly<Record<string, string | undefined>>;

export function readEnv(): Env {
  return process.env;
}

/** The cache folder of Daybook, in the user's cache folder. Undefined if the user has no home folder. */
export function cacheFolder(env: Env): string | undefined {
  const folder = env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'));
  return folder ? join(folder, 'daybook') : undefined;
}
