import { type Budget, ModelWorld } from './model-world.ts';

export type Explored = { runs: number; states: number; steps: number };

/** A violation, with the steps that lead to it. */
export class Violation extends Error {
  constructor(cause: Error, steps: readonly string[]) {
    super(`${cause.message}\nafter these steps:\n  ${steps.join('\n  ')}`, { cause });
  }
}

/**
 * Tries every order of everything that can happen within the budget. States that were reached before are not continued
 * again. Each run starts anew and repeats the choices that lead to its state.
 */
export async function exploreAll(
  budget: Budget,
  { runsMax }: { runsMax: number },
): Promise<Explored & { isComplete: boolean }> {
  const seen = new Set<string>();
  const open: number[][] = [[]];
  const explored = { runs: 0, states: 0, steps: 0 };
  while (open.length > 0 && explored.runs < runsMax) {
    const prefix = open.pop() ?? [];
    explored.runs++;
    await inWorld(budget, async (world, taken) => {
      const path: number[] = [];
      for (;;) {
        const choices = world.choices();
        if (path.length >= prefix.length) {
          const state = world.state();
          if (seen.has(state)) return;
          seen.add(state);
          for (let other = choices.length - 1; other > 0; other--) open.push([...path, other]);
        }
        const at = prefix[path.length] ?? 0;
        const choice = choices[at];
        if (!choice) break;
        taken.push(choice.label);
        explored.steps++;
        await world.take(choice);
        path.push(at);
      }
      await world.finish({ isSwept: world.needsSweep });
    });
  }
  return { ...explored, states: seen.size, isComplete: open.length === 0 };
}

/** Random orders, for budgets with too many states. The same seed gives the same runs. */
export async function exploreSome(
  budget: Budget,
  { runs, seed, stepsMax }: { runs: number; seed: number; stepsMax: number },
): Promise<Explored> {
  const explored = { runs: 0, states: 0, steps: 0 };
  const random = randomFrom(seed);
  for (; explored.runs < runs; explored.runs++) {
    await inWorld(budget, async (world, taken) => {
      for (let step = 0; step < stepsMax; step++) {
        // Most steps are progress, so that faults happen in the middle of work.
        const progress = world.progress();
        const choices = progress.length > 0 && random() < 0.85 ? progress : world.choices();
        const choice = choices[Math.floor(random() * choices.length)];
        if (!choice) break;
        taken.push(choice.label);
        explored.steps++;
        await world.take(choice);
      }
      await world.finish({ isSwept: world.needsSweep });
    });
  }
  return explored;
}

async function inWorld(budget: Budget, run: (world: ModelWorld, taken: string[]) => Promise<void>): Promise<void> {
  const world = new ModelWorld(budget);
  const taken: string[] = [];
  try {
    await world.start();
    await run(world, taken);
  } catch (error) {
    throw new Violation(error as Error, taken);
  } finally {
    world.stop();
  }
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
