import ipaddr from 'ipaddr.js';
import { mcpSiteRefused } from './refusals.ts';

type Headers = { origin?: string | undefined; host?: string | undefined };

/**
 * Rejects requests of web pages of other sites. An IP address as `Host` is allowed: rebinding needs a name that the
 * attacker's own name server answers.
 */
export function requireOwnSite({ origin, host }: Headers, own: { origin: string; hosts: readonly string[] }): void {
  if (origin !== undefined && origin !== own.origin) throw mcpSiteRefused({ header: 'Origin', value: origin });
  const name = URL.parse(`http://${host ?? ''}`)?.hostname ?? '';
  if (ipaddr.isValid(name.replace(/^\[|\]$/g, '')) || name === 'localhost') return;
  if (own.hosts.includes(name)) return;
  throw mcpSiteRefused({ header: 'Host', value: host ?? '' });
}
