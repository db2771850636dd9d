import { lookup as lookUpInSystem, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/**
 * Decides to which addresses webhooks and requests to self-hosted platforms may be sent. Clients choose these URLs, and
 * no request may reach the operator's internal network. Sockets skip `lookup` for a literal IP address, so call
 * `refusal` before every send, not only when a URL is stored.
 */
export type EgressGuard = {
  /**
   * Returns why this URL is rejected, as a text for the client, or undefined if it is allowed. Does not resolve host
   * names.
   */
  refusal(url: URL): string | undefined;
  /**
   * Called when a socket connects. Resolves the host name, fails unless every address is allowed, and returns only
   * checked addresses.
   */
  lookup: LookupFunction;
};

/** Returns why a URL that a client entered is rejected, or undefined if it is allowed. */
export function whyRefused(guard: EgressGuard, text: string): string | undefined {
  const url = URL.parse(text);
  return url ? guard.refusal(url) : 'must be an absolute URL';
}

/** Returns all addresses of a host name. */
export type ResolveName = (hostname: string) => Promise<string[]>;

/** The request was not sent, because the guard rejected the URL or an address that its host name resolves to. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  readonly code = 'EGRESS_REFUSED';
}

/**
 * IPv4 addresses that are not public: the ranges in IANA's special-purpose registry, and multicast. 168.63.129.16 is a
 * public address, but it reaches the Azure host.
 */
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
/**
 * In IPv6, only global unicast addresses are public, without the ranges for Teredo, ORCHID, benchmarking, documentation
 * and 6to4.
 */
const publicIpv6 = ranges(['2000::/3']);
const forbiddenIpv6 = ranges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
/**
 * The NAT64 prefix, with which IPv6-only networks reach the IPv4 internet. The last four bytes of such an address are
 * an IPv4 address.
 */
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
    if (refused) throw new EgressRefused(`${hostname} resolves to ${refused}, which is not a public address`);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }

  return {
    refusal(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must start with https:// or http://';
      if (url.username || url.password) return 'must not contain a user name or a password';
      if (url.port === '0') return 'must not use port 0';
      // The WHATWG URL parser normalizes addresses: 0x7f.1, 017700000001 and 127.0.0.1. all become 127.0.0.1.
      const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
      const isLocalhost = /(^|\.)localhost$/.test(host);
      const isFine = isIP(host) !== 0 ? isAllowed(host) : !isLocalhost || isAllowed('127.0.0.1') || isAllowed('::1');
      return isFine ? undefined : `must not point to ${host}, which is not a public address`;
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

/** Timeout of one attempt at a DNS query; there are two attempts. The timeout of the whole send includes this time. */
const dnsTimeoutMs = 3_000;
/**
 * After the addresses of one family (IPv4 or IPv6) have arrived, wait this long for the other family. Some name servers
 * never answer the second query.
 */
const otherFamilyMs = 500;

/**
 * Queries the name servers directly. With getaddrinfo, a client's slow name server would block one of the four libuv
 * threads. Only localhost and names without a dot use the system's resolver, because they belong to the operator's own
 * network.
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
