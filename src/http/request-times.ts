import type { Metric, Registry } from 'prom-client';

/**
 * The histogram of response times. For every observation, prom-client's own histogram checks the labels and builds a
 * key from them. This histogram finds the counters of a series by a short key and creates their labels only once.
 */
export type RequestTimes = {
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
};

type Series = { labels: { method: string; route: string; status: number }; counts: number[]; sum: number };

const name = 'daybook_http_request_seconds';
const help = 'Time from the first byte of a request to the last byte of its response';
/** Upper bounds of the buckets, in seconds. A longer time counts only in the last bucket, +Inf. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createRequestTimes(registry: Registry): RequestTimes {
  const all = new Map<string, Series>();
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...all.values()].flatMap(valuesOf),
  });
  registry.registerMetric({ name, get } as unknown as Metric);
  return {
    observe({ method, route, status, seconds }) {
      const key = `${status} ${method} ${route}`;
      let series = all.get(key);
      if (!series) {
        series = { labels: { method, route, status }, counts: Array(bounds.length + 1).fill(0), sum: 0 };
        all.set(key, series);
      }
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      const at = bucket === -1 ? bounds.length : bucket;
      series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sum += seconds;
    },
  };
}

/** Prometheus' buckets are cumulative. */
function valuesOf({ labels, counts, sum }: Series) {
  let count = 0;
  const buckets = counts.map((own, index) => {
    count += own;
    return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf', ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
