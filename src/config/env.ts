/** The environment variables. Only this file reads them. */
export type Env = Readonly<Record<string, string | undefined>>;

export function readEnv(): Env {
  return process.env;
}
