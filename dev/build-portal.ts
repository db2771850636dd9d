import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const made = join(root, 'portal/dist/portal.html');

/** Builds the portal if a source file of the portal or of the SDK is newer than the last build. */
export async function buildPortal(): Promise<{ isNew: boolean }> {
  if (existsSync(made) && newestSource() < statSync(made).mtimeMs) return { isNew: false };
  const child = spawn('npm', ['run', '-s', 'build', '-w', 'portal'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The portal could not be built:\n${output}`);
  return { isNew: true };
}

function newestSource(): number {
  const files = globSync(['portal/{src,public}/**/*', 'portal/*.{html,ts,json}', 'sdk/src/**/*'], { cwd: root });
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
}
