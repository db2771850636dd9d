import { test } from 'node:test';
import type { Connector, Pull, PulledPage, PushAnswer } from '@daybook/connector-kit';
import { type ConformanceCheck, type ConformanceTarget, conformance } from '@daybook/connector-kit/conformance';
import { tell } from './figures.ts';
import type { Proof } from './proof.ts';

let [checks, failed] = [0, 0];

/**
 * The checks of the conformance suite. Their failures are counted apart from those of other tests, and what they have
 * done with each data type is noted.
 */
export function countedChecks(connector: Connector, target: ConformanceTarget, proof: Proof): ConformanceCheck[] {
  if (checks === 0) process.once('exit', () => tell({ conformanceChecks: checks, conformanceFailed: failed }));
  return conformance(...witnessed(connector, target, proof)).map(({ title, run }) => {
    checks++;
    return {
      title,
      async run() {
        // A check that does not return counts as failed.
        failed++;
        await run();
        failed--;
      },
    };
  });
}

/** Runs the conformance suite as tests of the current group. */
export function runConformance(connector: Connector, target: ConformanceTarget, proof: Proof, prefix = ''): void {
  for (const { title, run } of countedChecks(connector, target, proof)) test(`${prefix}${title}`, run);
}

/** The same connector and target, which note what they did. */
export function witnessed(
  connector: Connector,
  target: ConformanceTarget,
  proof: Proof,
): [Connector, ConformanceTarget] {
  const { pull, push, tellsDeletions } = connector;
  const { change } = target;
  const each = <Of, To>(all: Readonly<Record<string, Of>>, made: (of: Of, dataType: string) => To) =>
    Object.fromEntries(Object.entries(all).map(([dataType, of]) => [dataType, made(of, dataType)]));
  const seen = (dataType: string, answer: PushAnswer, operation: 'create' | 'update' | 'delete') => {
    if (answer.kind === 'done') proof.note(operation, dataType);
    return answer;
  };
  return [
    {
      ...connector,
      pull: each(pull, (of, dataType) => Object.assign(noting(of, dataType, proof), of)),
      ...(push && {
        push: each(push, (of, dataType) => {
          const { poll } = of;
          return {
            ...of,
            send: async (input) => seen(dataType, await of.send(input), input.wish.operation),
            ...(poll && { poll: async (input) => seen(dataType, await poll.call(of, input), input.wish.operation) }),
          };
        }),
      }),
    },
    {
      ...target,
      ...(change && {
        async change(dataType) {
          const made = await change.call(target, dataType);
          if (made.updated.length + made.created.length > 0) proof.note('changes', dataType);
          // The suite compares deletions only if passes report them.
          if (made.deleted.length > 0 && tellsDeletions) proof.note('deletions', dataType);
          return made;
        },
      }),
    },
  ];
}

/** Notes each data type of which a complete pass has returned records. */
const noting = (pull: Pull, dataType: string, proof: Proof): Pull =>
  async function* witness(input): AsyncGenerator<PulledPage> {
    let records = 0;
    for await (const page of pull(input)) {
      records += page.records.length;
      if (page.resumeAt === null && records > 0 && input.cursor === undefined && input.resumeAt === undefined)
        proof.note('read', dataType);
      yield page;
    }
  };
