import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Snippet } from './read-snippets.ts';
import type { Place } from './run-snippets.ts';
import type { Delivery } from './start-example.ts';

const run = promisify(execFile);

type Case = Delivery & { title: string; isRight: boolean };

/** A delivery that was sent, and others that must be refused or, during a rotation, accepted. */
export function casesOf(sent: Delivery): Case[] {
  const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const signed = sent.headers['webhook-signature'] ?? '';
  const oldTime = String(Math.floor(Date.now() / 1000) - 600);
  const old = { ...sent.headers, 'webhook-timestamp': oldTime };
  return [
    { ...sent, title: 'a delivery', isRight: true },
    { ...sent, title: 'a changed body', body: `${sent.body} `, isRight: false },
    { ...sent, title: 'another secret', secret: other, isRight: false },
    { ...sent, title: 'an old time', headers: { ...old, 'webhook-signature': sign(sent, oldTime) }, isRight: false },
    {
      ...sent,
      title: 'two signatures',
      headers: { ...sent.headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${signed}` },
      isRight: true,
    },
  ];
}

function sign({ secret, headers, body }: Delivery, time: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${time}.${body}`).digest('base64')}`;
}

/** A program around the function of the page: it exits with 3 if the function refuses the delivery of its arguments. */
type Driver = { files: (code: string) => Record<string, string>; prepare?: string[]; command: string[] };

const drivers: Record<string, Driver> = {
  ts: {
    files: (code) => ({
      'verify.ts': code,
      'main.ts': `import { readFileSync } from 'node:fs';
import { verify } from './verify.ts';
const [secret, id, time, signature, body] = process.argv.slice(2) as string[];
const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
await verify(secret, headers, readFileSync(body, 'utf8')).catch(() => process.exit(3));`,
    }),
    command: [process.execPath, 'main.ts'],
  },
  python: {
    files: (code) => ({
      'main.py': `${code}
import sys
secret, id, sent, signature, body = sys.argv[1:]
try:
    verify(secret, {"webhook-id": id, "webhook-timestamp": sent, "webhook-signature": signature}, open(body, "rb").read())
except ValueError:
    sys.exit(3)`,
    }),
    command: ['python3', 'main.py'],
  },
  go: {
    files: (code) => ({
      'go.mod': 'module verify\n\ngo 1.21\n',
      'verify.go': code,
      'main.go': `package main
import ("net/http"; "os")
func main() {
	body, err := os.ReadFile(os.Args[5])
	if err != nil { os.Exit(1) }
	header := http.Header{}
	header.Set("webhook-id", os.Args[2]); header.Set("webhook-timestamp", os.Args[3]); header.Set("webhook-signature", os.Args[4])
	if verify(os.Args[1], header, body) != nil { os.Exit(3) }
}`,
    }),
    prepare: ['go', 'build', '-o', 'verify', '.'],
    command: ['./verify'],
  },
  php: {
    files: (code) => ({
      'main.php': `${code}
[, $secret, $id, $sent, $signature, $file] = $argv;
try {
    verify($secret, ['webhook-id' => $id, 'webhook-timestamp' => $sent, 'webhook-signature' => $signature], file_get_contents($file));
} catch (RuntimeException) {
    exit(3);
}`,
    }),
    command: ['php', 'main.php'],
  },
  ruby: {
    files: (code) => ({
      'main.rb': `${code}
secret, id, sent, signature, file = ARGV
begin
  verify(secret, { 'webhook-id' => id, 'webhook-timestamp' => sent, 'webhook-signature' => signature }, File.binread(file))
rescue RuntimeError
  exit 3
end`,
    }),
    command: ['ruby', 'main.rb'],
  },
  java: {
    files: (code) => ({
      'Webhooks.java': code,
      'Main.java': `import java.nio.file.*; import java.util.Map;
class Main {
    public static void main(String[] a) throws Exception {
        try {
            Webhooks.verify(a[0], Map.of("webhook-id", a[1], "webhook-timestamp", a[2], "webhook-signature", a[3]), Files.readAllBytes(Path.of(a[4])));
        } catch (java.security.GeneralSecurityException refused) { System.exit(3); }
    }
}`,
    }),
    prepare: ['javac', 'Webhooks.java', 'Main.java'],
    command: ['java', '-XX:TieredStopAtLevel=1', 'Main'],
  },
};

/** Tries the function with every case. Returns why it cannot be run on this machine, if so. */
export async function tryVerifier(snippet: Snippet, place: Place, cases: Case[]): Promise<string | undefined> {
  const driver = drivers[snippet.language];
  if (!driver) throw new Error(`There is no program around a function in ${snippet.language}.`);
  const folder = join(place.folder, snippet.language);
  const [tool = ''] = driver.prepare ?? driver.command;
  const env = { ...place.env, GOCACHE: join(homedir(), '.cache/go-build'), GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const options = { cwd: folder, env, timeout: 180_000 };
  await mkdir(folder);
  if (
    !(await run('sh', ['-c', `command -v '${tool}'`], options).then(
      () => true,
      () => false,
    ))
  )
    return `${tool} is not installed here`;
  for (const [name, text] of Object.entries(driver.files(snippet.code))) await writeFile(join(folder, name), text);
  if (driver.prepare) await run(driver.prepare[0] as string, driver.prepare.slice(1), options);
  const [command = '', ...args] = driver.command;
  for (const [at, { title, isRight, secret, headers, body }] of cases.entries()) {
    const file = join(folder, `body-${at}`);
    await writeFile(file, body);
    const given = [secret, ...['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`] ?? ''), file];
    const code = await run(command, [...args, ...given], options).then(
      () => 0,
      (error: { code?: number; stderr?: string }) => (error.code === 3 ? 3 : Promise.reject(error)),
    );
    if (code !== (isRight ? 0 : 3)) throw new Error(`${title} was ${code === 0 ? 'accepted' : 'refused'}.`);
  }
  return undefined;
}
