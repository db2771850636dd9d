import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from './config.ts';
import type { Env } from './env.ts';
import { settings } from './settings.ts';

const { variable } = settings.secretKeys;

/** The file that holds the sealing keys if DAYBOOK_SECRET_KEYS is not set; undefined if there is no home folder. */
export function keyFilePath(env: Env): string | undefined {
  const given = env[settings.secretKeysFile.variable]?.trim();
  if (given) return resolve(given);
  const folder = env.XDG_CONFIG_HOME || (env.HOME && join(env.HOME, '.config'));
  return folder ? join(folder, 'daybook', 'secret-keys') : undefined;
}

export const hasKeys = (env: Env): boolean => Boolean(env[variable]?.trim());

/** Adds the keys of the file to the environment, unless the environment has keys or the file does not exist. */
export function withKeyFile(env: Env): Env {
  const path = keyFilePath(env);
  if (hasKeys(env) || path === undefined) return env;
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    const keys = lines.map((line) => line.trim()).filter((line) => line !== '');
    return withKeys(env, keys.join(','));
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') return env;
    throw new ConfigError([`The file with the sealing keys cannot be read: ${message}.`]);
  }
}

export const withKeys = (env: Env, keys: string): Env => ({ ...env, [variable]: keys });

/** Creates the file, readable only by its owner. Returns false, and changes nothing, if it already exists. */
export function writeKeyFile(path: string, keys: string): boolean {
  // The file gets its name only when it is complete, so that another process never reads half a key.
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, `${keys}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(unfinished, 0o600);
    linkSync(unfinished, path);
    return true;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === 'EEXIST') return false;
    throw new ConfigError([`The file for the sealing key cannot be created: ${message}. Set ${variable} instead.`]);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
