import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { errorGuide } from '../../src/refusals.ts';
import { type Captured, readCaptured } from './capture.ts';
import { readOperations } from './recorder.ts';

/** What tests capture: an example for each error code, and for each operation that no scenario calls. */
const examples = new URL('../../src/reference/examples/', import.meta.url);
const places = { errors: new URL('errors/', examples), operations: new URL('from-tests/', examples) };

type Kept = Pick<Captured, 'key' | 'file' | 'example'>;

export function readKept(): (Kept & { name: string })[] {
  return Object.values(places).flatMap((place) =>
    readdirSync(place).map((file) => ({
      name: file.replace('.json', ''),
      ...(JSON.parse(readFileSync(new URL(file, place), 'utf8')) as Kept),
    })),
  );
}

/** Keeps the smallest example of each kind; one that still happens stays. After a run of some tests, so do all others. */
export function keepCaptured(folder: string, { isWhole }: { isWhole: boolean }): void {
  const before = new Map(readKept().map((kept) => [kept.name, kept]));
  const captured = readCaptured(folder).filter(({ code, operationId }) => isWhole || !before.has(code ?? operationId));
  const recorded = recordedOperations();
  for (const place of Object.values(places)) {
    if (isWhole) rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
  }
  for (const { code } of errorGuide)
    write(
      places.errors,
      code,
      best(
        captured.filter((one) => one.code === code),
        before.get(code),
      ),
    );
  for (const operationId of readOperations().keys()) {
    if (recorded.has(operationId)) continue;
    const of = captured.filter((one) => one.operationId === operationId && one.code === undefined);
    write(places.operations, operationId, best(of, before.get(operationId)));
  }
}

/** Says what is wrong: a kept example that did not happen, or an error code or operation without any. */
export function checkCaptured(folder: string): string[] {
  const happened = new Set(readCaptured(folder).map(({ key }) => key));
  const kept = readKept();
  const names = new Set([...kept.map(({ name }) => name), ...recordedOperations()]);
  return [
    ...kept
      .filter(({ key }) => !happened.has(key))
      .map(({ name, file }) => `${name}: the example no longer happens in ${file}`),
    ...errorGuide.filter(({ code }) => !names.has(code)).map(({ code }) => `${code}: no example`),
    ...[...readOperations().keys()].filter((id) => !names.has(id)).map((id) => `${id}: no example`),
  ];
}

const recordedOperations = () =>
  new Set(readdirSync(new URL('operations/', examples)).map((file) => file.replace('.json', '')));

function best(captured: Captured[], before: Kept | undefined): Kept | undefined {
  if (before && captured.some(({ key }) => key === before.key)) return before;
  // A response that is an error shows its code better than a result that contains the code.
  const isWithin = ({ code, example }: Captured) => Number(code !== undefined && example.response.status < 300);
  const size = ({ example }: Captured) => JSON.stringify(example).length;
  return captured.sort((a, b) => isWithin(a) - isWithin(b) || size(a) - size(b) || a.key.localeCompare(b.key))[0];
}

function write(place: URL, name: string, kept: Kept | undefined): void {
  if (!kept) return;
  const { key, file, example } = kept;
  writeFileSync(new URL(`${name}.json`, place), `${JSON.stringify({ file, key, example }, null, 2)}\n`);
}
