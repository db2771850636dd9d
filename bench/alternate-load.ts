import http from 'node:http';

/**
 * A load that switches between two servers several times a second, so that whatever else the machine does slows both
 * alike. Started by a bench in a process of its own: `node alternate-load.ts URL URL AUTHORIZATION SECONDS`. Prints the
 * number of responses of each server as JSON.
 */
const [first = '', second = '', authorization = '', seconds = '0'] = process.argv.slice(2);
const urls = [first, second];
const sliceMs = 200;
const connections = 12;

const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
const counts = [0, 0];
const start = performance.now();
const elapsed = () => performance.now() - start;

function get(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { authorization } }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}.`));
      });
    });
    request.once('error', reject);
  });
}

async function run(): Promise<void> {
  while (elapsed() < Number(seconds) * 1000) {
    const side = Math.floor(elapsed() / sliceMs) % 2;
    await get(urls[side] ?? '');
    counts[side] = (counts[side] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: connections }, run));
agent.destroy();
process.stdout.write(JSON.stringify(counts));
