/** The settings that determine which source addresses of webhook deliveries are published. */
export type SourceConfig = {
  webhookSourceAddresses: readonly string[];
  webhookLocalAddress: string;
  webhookProxyUrl: string;
};

/**
 * The published source addresses; empty if the operator has not set them. A single address has no prefix length.
 * With a proxy, receivers see the proxy's address and not the local one.
 */
export function sourceAddresses(config: SourceConfig): string[] {
  const { webhookSourceAddresses: published, webhookLocalAddress: local, webhookProxyUrl: proxy } = config;
  if (published.length === 0) return local && !proxy ? [local] : [];
  return published.map((range) => (range.includes(':') ? range.replace(/\/128$/, '') : range.replace(/\/32$/, '')));
}

export const toPublish = 'set it to the IP addresses from which receivers see webhooks arrive';
