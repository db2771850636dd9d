import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { createRequestTimes } from '../../src/http/request-times.ts';

test("response times are exported exactly as by prom-client's own histogram", async () => {
  const [own, other] = [new Registry(), new Registry()];
  const { observe } = createRequestTimes(own);
  const histogram = new Histogram({
    name: 'daybook_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [other],
  });
  for (let n = 0; n < 500; n++) {
    const labels = { method: n % 3 ? 'GET' : 'POST', route: '/companies/{companyId}', status: n % 5 ? 200 : 304 };
    const seconds = n === 7 ? 0.001 : ((n * n * 7) % 13_000) / 1000;
    observe({ ...labels, seconds });
    histogram.observe(labels, seconds);
  }
  assert.equal(await own.metrics(), await other.metrics());
});
