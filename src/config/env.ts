/** The only reader of the environment. */
export type Env = Readonly<Record<string, string | undefined>>;

export function readEnv(): Env {
  return process.env;
}
