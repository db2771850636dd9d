import type { Env } from './env.ts';
import type { Settings } from './setting.ts';

/**
 * Parses settings. For each setting that is missing or wrong, adds a problem to `problems` and leaves the value out.
 */
export function readSettings<Values extends object>(
  settings: Settings<Values>,
  { env, problems }: { env: Env; problems: string[] },
): Partial<Values> {
  const values: Partial<Values> = {};
  for (const name in settings) {
    const { variable, fallback, help, example, parse } = settings[name];
    const text = env[variable]?.trim();
    if (!text && fallback === undefined) {
      problems.push(`${variable} is missing: ${help} Example: ${example}`);
      continue;
    }
    const parsed = parse(text || String(fallback));
    if ('problem' in parsed) problems.push(`${variable} ${parsed.problem} Example: ${example}`);
    else values[name] = parsed.value;
  }
  return values;
}

/** Whether every setting has a value; false if `readSettings` has found a problem. */
export function isComplete<Values extends object>(
  settings: Settings<Values>,
  values: Partial<Values>,
): values is Values {
  return Object.keys(settings).every((name) => name in values);
}

export type ShownSetting = {
  variable: string;
  value: string;
  source: 'environment' | 'file' | 'default';
  help: string;
};

/** Returns the values as text, with secrets masked. */
export function showSettings<Values extends object>(settings: Settings<Values>, values: NoInfer<Values>, env: Env) {
  const shown: ShownSetting[] = [];
  for (const name in settings) {
    const { variable, help, show } = settings[name];
    const source = env[variable]?.trim() ? 'environment' : 'default';
    shown.push({ variable, value: show(values[name]), source, help });
  }
  return shown;
}
