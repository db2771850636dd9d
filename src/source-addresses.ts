/** What is published as the source of deliveries; empty where the operator has not said it. */
export type SourceConfig = {
  webhookSourceAddresses: readonly string[];
  webhookLocalAddress: string;
  webhookProxyUrl: string;
};

/** A single address is written without a prefix length. Behind a proxy receivers see the proxy, not the local address. */
export function sourceAddresses(config: SourceConfig): string[] {
  const { webhookSourceAddresses: published, webhookLocalAddress: local, webhookProxyUrl: proxy } = config;
  if (published.length === 0) return local && !proxy ? [local] : [];
  return published.map((range) => (range.includes(':') ? range.replace(/\/128$/, '') : range.replace(/\/32$/, '')));
}

export const toPublish = 'set it to the address or addresses that receivers of webhooks see';
