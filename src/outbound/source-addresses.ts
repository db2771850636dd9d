/** The settings that determine which source addresses of webhook deliveries are published. */
export type SourceConfig = {
  webhookSourceAddresses: readonly string[];
  webhookLocalAddress: string;
  webhookProxyUrl: string;
};

/**
 * Returns the source addresses to publish. If `webhookSourceAddresses` is empty, this is the local address, or nothing
 * if a proxy is set, because receivers then see the proxy's address. A single address is returned without its prefix
 * length.
 */
export function sourceAddresses(config: SourceConfig): string[] {
  const { webhookSourceAddresses: published, webhookLocalAddress: local, webhookProxyUrl: proxy } = config;
  if (published.length === 0) return local && !proxy ? [local] : [];
  return published.map((range) => (range.includes(':') ? range.replace(/\/128$/, '') : range.replace(/\/32$/, '')));
}

export const toPublish = 'set it to the IP addresses from which receivers see webhooks arrive';
