import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/read-source.ts';

/** The alert rules of deploy/prometheus, as far as tests need them. The file's fixed layout spares a YAML parser. */
export type AlertRule = { name: string; expr: string; severity: string; text: string };

export const rulesFile = join(root, 'deploy/prometheus/alerts.yaml');

export function readRules(): AlertRule[] {
  const [, ...parts] = readFileSync(rulesFile, 'utf8').split(/^ {6}- alert: /m);
  return parts.map((text) => ({
    name: /^\w+/.exec(text)?.[0] ?? '',
    expr: /expr: \|2?-\n([\s\S]*?)\n {8}for: /.exec(text)?.[1] ?? '',
    severity: /severity: (\w+)/.exec(text)?.[1] ?? '',
    text,
  }));
}

/** The path in the repository to which an alert's `runbook_url` points if no external label is set. */
export const runbookOf = (name: string) => `docs/operating/runbooks/${name}.md`;
