/** The settings that determine which source addresses of webhook deliveries are published. */
export type SourceConfig = {
  webhookSourceAddresses: readonly string[];
  webhookLocalAddress: string;
  webhookProxyUrl: string;
};

/**
 * Returns the source addresses to publish: those in `webhookSourceAddresses`, without the suffix /32 or /128. If that
 * setting is empty, returns the local address, or nothing if a proxy is used, because receivers then see the address of
 * the proxy.
 */
export function sourceAddresses(config: SourceConfig): string[] {
  const { webhookSourceAddresses: published, webhookLocalAddress: local, webhookProxyUrl: proxy } = config;
  if (published.length === 0) return local && !proxy ? [local] : [];
  return published.map((range) => (range.includes(':') ? range.replace(/\/128$/, '') : range.replace(/\/32$/, '')));
}

export const toPublish = 'set it to the IP addresses from which receivers see webhooks arrive';
