import { lookup as lookUpInSystem, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/**
 * Decides where webhooks, and questions to platforms that companies run themselves, may go: their URLs are written by
 * clients, and must not reach what stands beside us.
 * A literal address never comes to `lookup`, so `refusal` is asked before every send, not only when a URL is stored.
 */
export type EgressGuard = {
  /** Why this URL is refused, for the client to read. A name is not resolved here. */
  refusal(url: URL): string | undefined;
  /** For the socket: resolves, refuses unless every address is allowed, and hands out only what was checked. */
  lookup: LookupFunction;
};

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<string[]>;

/** Not an answer of the network: the URL, or what its name leads to, is refused. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  readonly code = 'EGRESS_REFUSED';
}

/** IANA's special-purpose registry, multicast, and the one public address that is a cloud's own host (Azure). */
const forbiddenIpv4 = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
/** Only global unicast is public in IPv6; inside it, what is reserved: Teredo, ORCHID, benchmarking, documentation, 6to4. */
const publicIpv6 = ranges(['2000::/3']);
const forbiddenIpv6 = ranges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
/** Carries an IPv4 address in its last four bytes; networks without IPv4 of their own reach the internet by it. */
const nat64 = ranges(['64:ff9b::/96']);

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];
type Address = ipaddr.IPv4 | ipaddr.IPv6;

export function createEgressGuard({
  allowed,
  resolve = (hostname) => resolveName(hostname),
}: {
  allowed: readonly string[];
  resolve?: ResolveName;
}): EgressGuard {
  const allowedRanges = ranges(allowed);
  const isAllowed = (text: string) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.parse(text);
    return isIn(address, allowedRanges) || isPublic(address);
  };

  async function checkedAddresses(hostname: string): Promise<{ address: string; family: number }[]> {
    const addresses = await resolve(hostname);
    const refused = addresses.find((address) => !isAllowed(address));
    if (refused) throw new EgressRefused(`${hostname} leads to ${refused}, which is not a public address`);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }

  return {
    refusal(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with https:// or http://';
      if (url.username || url.password) return 'must not contain a user name or a password';
      if (url.port === '0') return 'must not name port 0';
      // WHATWG URLs have one spelling for an address: 0x7f.1, 017700000001 and 127.0.0.1. all arrive as 127.0.0.1.
      const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
      if (isIP(host) !== 0) {
        return isAllowed(host) ? undefined : `must not lead to ${host}, which is not a public address`;
      }
      if (/(^|\.)localhost$/.test(host) && !isAllowed('127.0.0.1') && !isAllowed('::1')) {
        return `must not lead to ${host}, which is not a public address`;
      }
      return undefined;
    },
    lookup(hostname, options, callback) {
      checkedAddresses(hostname).then(
        (checked) => {
          const family = { IPv4: 4, IPv6: 6 }[String(options.family)] ?? options.family;
          const fitting = family ? checked.filter((one) => one.family === family) : checked;
          const [first] = fitting;
          if (!first) callback(Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' }), '', 0);
          else if (options.all) callback(null, fitting);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error, '', 0),
      );
    },
  };
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return !isIn(address, forbiddenIpv4);
  if (isIn(address, nat64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return isIn(address, publicIpv6) && !isIn(address, forbiddenIpv6);
}

function ranges(texts: readonly string[]): Range[] {
  return texts.map((text) => ipaddr.parseCIDR(text));
}

function isIn(address: Address, list: readonly Range[]): boolean {
  return list.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

/** How long a name server is waited for, and how often it is asked; the send has its own limit over all of it. */
const dnsTimeoutMs = 3_000;
/** Once there are addresses of one family, those of the other are waited for this long: some name servers leave it open. */
const otherFamilyMs = 500;

/**
 * Asks the name servers themselves: getaddrinfo would take one of the process's four threads for as long as a client's
 * name server likes. Only names without a dot, which are names of the operator's own network, go by the system.
 */
export async function resolveName(hostname: string, servers?: readonly string[]): Promise<string[]> {
  const name = hostname.replace(/\.$/, '');
  if (!name.includes('.') || name.endsWith('.localhost')) {
    const found = await lookUpInSystem(name, { all: true });
    return found.map(({ address }) => address);
  }
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const found: string[][] = [];
  const questions = [resolver.resolve4(name), resolver.resolve6(name)].map((question, family) =>
    question.then((addresses) => {
      found[family] = addresses;
    }),
  );
  try {
    await Promise.any(questions);
  } catch (error) {
    throw (error as AggregateError).errors[0];
  }
  const patience = new AbortController();
  const waited = pause(otherFamilyMs, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([Promise.allSettled(questions), waited]);
  patience.abort();
  resolver.cancel();
  return found.flat();
}
