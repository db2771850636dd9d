import { createHash } from 'node:crypto';

/** Everything that a plan depends on. The same input always gives the same plan. */
export type PlanInput = {
  accountId: string;
  rules: readonly PlannedRule[];
  /** Existing companies. Rules of deleted companies raise no more alerts. */
  companies: ReadonlySet<string>;
  /**
   * When the Authorization header of `/profile` was set; undefined if there is no header. The header itself is secret,
   * so the keys of planned consumers are computed from this time instead.
   */
  authorizationSetAt: Date | undefined;
  /** The URL that receives the events of e-mail rules in place of the e-mails. */
  automationUrl?: string | undefined;
};

export type PlannedRule = {
  rule_id: string;
  rule_type: string;
  company_id: string | null;
  webhook_url: string | null;
  emails: readonly string[];
};

export type PlannedConsumer = {
  /** Identical for consumers with the same URL, headers, event types and channels. */
  key: string;
  name: string;
  url: string;
  eventTypes: string[];
  /** Empty if the consumer is company-agnostic. */
  channels: string[];
  headers: Record<string, string>;
  hasAuthorization: boolean;
  ruleIds: string[];
};

export type EmailRule = { ruleId: string; type: string; companyId?: string; emails: string[]; replacedBy?: string };

export type MigrationPlan = {
  hash: string;
  rules: number;
  consumers: PlannedConsumer[];
  emails: EmailRule[];
  /** Rules of companies that have been deleted. */
  dropped: { ruleId: string; companyId: string }[];
};

/** Maximum number of channels (companies) of one consumer. */
const channelsMax = 1000;

/**
 * Rules with the same URL become one consumer, or several consumers that never share an event. A consumer receives
 * every combination of its event types and its channels. So for each URL, the types of company-agnostic rules become
 * one consumer without channels and are left out of the company-specific rules. The remaining pairs of type and company
 * are split into rectangles (some types times some companies) that do not overlap. Each URL then receives exactly the
 * events that any of its rules matched, each of them once. The older webhooks sent an event twice if two rules matched.
 * All rules of an account have the same headers.
 */
export function planMigration(input: PlanInput): MigrationPlan {
  const { accountId, rules, companies, authorizationSetAt, automationUrl } = input;
  const dropped: MigrationPlan['dropped'] = [];
  const byUrl = new Map<string, Target>();
  const emails: EmailRule[] = [];
  const add = (url: string, rule: PlannedRule, { isOfRules }: { isOfRules: boolean }) => {
    const target = byUrl.get(sameUrl(url)) ?? { url, rules: [], isOfRules };
    byUrl.set(sameUrl(url), target);
    target.rules.push(rule);
    target.isOfRules ||= isOfRules;
  };
  for (const rule of [...rules].sort((a, b) => compare(a.rule_id, b.rule_id))) {
    if (rule.company_id !== null && !companies.has(rule.company_id)) {
      dropped.push({ ruleId: rule.rule_id, companyId: rule.company_id });
      continue;
    }
    if (rule.webhook_url !== null) add(rule.webhook_url, rule, { isOfRules: true });
    if (rule.emails.length === 0) continue;
    emails.push({
      ruleId: rule.rule_id,
      type: rule.rule_type,
      ...(rule.company_id !== null && { companyId: rule.company_id }),
      emails: [...rule.emails],
      ...(automationUrl !== undefined && { replacedBy: automationUrl }),
    });
    if (automationUrl !== undefined) add(automationUrl, rule, { isOfRules: false });
  }
  const headers = { 'X-Service-ClientId': accountId };
  const consumers = [...byUrl.values()]
    .sort((a, b) => compare(a.url, b.url))
    .flatMap(({ url, rules: own, isOfRules }) => cut(own).map((part) => ({ url, isOfRules, ...part })))
    .map(({ url, isOfRules, eventTypes, channels, ruleIds }) => {
      const setAt = isOfRules ? authorizationSetAt : undefined;
      const parts = [sameUrl(url), headers, setAt?.toISOString() ?? null, eventTypes, channels];
      return {
        key: hashOf(parts).slice(0, 16),
        name: nameOf(url, channels),
        url,
        eventTypes,
        channels,
        headers,
        hasAuthorization: setAt !== undefined,
        ruleIds,
      };
    });
  const parts = { consumers, emails, dropped };
  return { hash: hashOf(parts), rules: rules.length, ...parts };
}

/**
 * `isOfRules` is true if rules send to this URL. If it is false, the URL belongs to an automation tool. Such a tool is
 * a third party, so it gets no Authorization header.
 */
type Target = { url: string; rules: PlannedRule[]; isOfRules: boolean };
type Part = { eventTypes: string[]; channels: string[]; ruleIds: string[] };

/** Normalises a URL, so that different spellings of the same target compare equal. */
export function sameUrl(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  url.hash = '';
  return url.href;
}

function cut(rules: readonly PlannedRule[]): Part[] {
  const agnostic = new Set(rules.filter((rule) => rule.company_id === null).map((rule) => rule.rule_type));
  const parts: Part[] = [];
  const ofAll = rules.filter((rule) => agnostic.has(rule.rule_type));
  if (agnostic.size > 0) parts.push({ eventTypes: [...agnostic].sort(), channels: [], ruleIds: idsOf(ofAll) });
  const specific = rules.filter((rule) => !agnostic.has(rule.rule_type));
  // Companies with the same types can share a consumer, and so can types with the same companies. Use the grouping that
  // needs fewer consumers.
  const byCompany = rectangles(specific, { of: (rule) => rule.company_id ?? '', has: (rule) => rule.rule_type });
  const byType = rectangles(specific, { of: (rule) => rule.rule_type, has: (rule) => rule.company_id ?? '' });
  const asParts =
    byCompany.length <= byType.length
      ? byCompany.map(({ keys, values }) => ({ channels: keys, eventTypes: values }))
      : byType.map(({ keys, values }) => ({ channels: values, eventTypes: keys }));
  const place = new Map<string, string[]>();
  for (const { channels, eventTypes } of asParts)
    for (let at = 0; at < channels.length; at += channelsMax) {
      const some = channels.slice(at, at + channelsMax);
      const ruleIds: string[] = [];
      for (const channel of some) for (const type of eventTypes) place.set(`${channel} ${type}`, ruleIds);
      parts.push({ eventTypes, channels: some, ruleIds });
    }
  for (const rule of specific) place.get(`${rule.company_id} ${rule.rule_type}`)?.push(rule.rule_id);
  return parts;
}

/**
 * Groups keys that have the same set of values. Each group is a rectangle: its keys times its values. Every pair of key
 * and value is in exactly one rectangle.
 */
function rectangles(
  rules: readonly PlannedRule[],
  { of, has }: { of: (rule: PlannedRule) => string; has: (rule: PlannedRule) => string },
): { keys: string[]; values: string[] }[] {
  const valuesOf = new Map<string, Set<string>>();
  for (const rule of rules) valuesOf.set(of(rule), (valuesOf.get(of(rule)) ?? new Set()).add(has(rule)));
  const found = new Map<string, { keys: string[]; values: string[] }>();
  for (const [key, set] of [...valuesOf].sort(([a], [b]) => compare(a, b))) {
    const values = [...set].sort();
    const one = found.get(values.join()) ?? { keys: [], values };
    found.set(values.join(), one);
    one.keys.push(key);
  }
  return [...found.values()];
}

const idsOf = (rules: readonly PlannedRule[]) => rules.map((rule) => rule.rule_id);
/** Compares by code unit, independent of the machine's locale. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const nameMax = 100;

function nameOf(url: string, channels: readonly string[]): string {
  const { host = url, pathname = '' } = URL.parse(url) ?? {};
  const of = channels.length === 0 ? '' : channels.length === 1 ? ' (1 company)' : ` (${channels.length} companies)`;
  return `${`Migrated: ${host}${pathname}`.slice(0, nameMax - of.length)}${of}`;
}
