import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Fields with these names are masked at the first three levels of a log line. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'apiKey',
  'secret',
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'credentials',
  'databaseUrl',
  'secretKeys',
  'cellsKey',
  'moveSecretKeys',
  'moveDatabaseUrl',
];
const quoted = secretNames.map((name) => (name.includes('-') ? `["${name}"]` : name));
const redactPaths = quoted.flatMap((name) => {
  const dotted = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${dotted}`, `*.*${dotted}`];
});

export function createLog(options: { level: string; destination?: DestinationStream }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      redact: { paths: redactPaths, censor: '[masked]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorInLog },
    },
    options.destination ?? standardOutput(),
  );
}

/**
 * Removes the client object that pg attaches to the error of a lost connection. This object adds 4 kB to the log line
 * and contains the key with which the connection's statements can be cancelled.
 */
function errorInLog(error: Error): unknown {
  const line: unknown = pino.stdSerializers.err(error);
  if (typeof line !== 'object' || line === null) return line;
  const { client: _, ...rest } = line as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? maskSecrets(value) : value]),
  );
}

/**
 * Masks secrets, because an error message can quote a URL or a row. Covers API keys, signing secrets, link tokens in
 * paths, codes and tokens in query strings, passwords in URLs, and key values that PostgreSQL quotes.
 */
export function maskSecrets(text: string): string {
  return text
    .replace(/\b(dbk_[a-z0-9]+_|whsec_)[A-Za-z0-9+/=_-]+/g, '$1[masked]')
    .replace(/(\/links?\/)[A-Za-z0-9._~-]{8,}/g, '$1[masked]')
    .replace(/\b(code|state|token|access_token|refresh_token|id_token|client_secret)=[^&\s"']+/g, '$1=[masked]')
    .replace(/(:\/\/[^:/\s]+:)[^@/\s]+@/g, '$1[masked]@')
    .replace(/(Key \([^)]*(?:token|hash|secret)[^)]*\))=\([^)]*\)/g, '$1=([masked])');
}

const flushAfterMs = 100;

/**
 * Buffers lines for at most 100 ms, because each write wakes another thread. Warnings and errors are flushed at once:
 * the process may be about to exit.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, minLength: 12 * 1024 });
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    stream.flush();
  };
  return {
    write(line) {
      stream.write(line);
      if (!line.startsWith('{"level":"info"') && !line.startsWith('{"level":"debug"')) flush();
      else timer ??= setTimeout(flush, flushAfterMs).unref();
    },
  };
}
