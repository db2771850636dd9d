import os from 'node:os';
import { type Bar, type Figures, holdBar, type Report, type Run, round } from '../report.ts';
import { measureAccepted, measureBare } from './measure-accepted.ts';
import { measureIdle, measureLatency, measureLive } from './measure-live.ts';
import { measureKill, measureRecovery } from './measure-recovery.ts';
import { openStage, type Size, type Stage, shapes } from './stage.ts';

/**
 * What a client sees: POST /companies over 64 connections, which creates a company, an audit entry, a message and a
 * delivery, with 1 and with 16 accounts of one consumer each. The same measure was applied to other products.
 */
type Part = { measure(stage: Stage): Promise<void>; goals: [figure: string, goal: string][] };

const forBoth = (name: (accounts: number) => string, goal: string) =>
  shapes.map((accounts): [string, string] => [name(accounts), goal]);

const parts: Record<string, Part> = {
  live: {
    measure: measureLive,
    goals: [...forBoth((n) => `live.${n}.perSecond`, '>= 1200'), ...forBoth((n) => `live.${n}.cpuMs`, '<= 1.3')],
  },
  accepted: {
    measure: measureAccepted,
    goals: [
      ...forBoth((n) => `accepted.${n}.postgresCpuMs`, '<= 1.0'),
      ...forBoth((n) => `accepted.${n}.serverCpuMs`, '<= 0.5'),
      ...forBoth((n) => `drained.${n}.perSecond`, '>= 11000'),
      ...forBoth((n) => `drained.${n}.cpuMs`, '<= 0.15'),
    ],
  },
  bare: { measure: measureBare, goals: [['bare.ratio', '>= 0.6']] },
  latency: {
    measure: measureLatency,
    goals: [...forBoth((n) => `latency.${n}.p50Ms`, '<= 3'), ...forBoth((n) => `latency.${n}.p99Ms`, '<= 10')],
  },
  idle: { measure: measureIdle, goals: forBoth((n) => `idle.${n}.percent`, '<= 0.8') },
  recovery: {
    measure: measureRecovery,
    goals: [
      ['recovery.perSecond', '>= 3000'],
      ['recovery.duplicates', '<= 0'],
      ['recovery.lost', '<= 0'],
    ],
  },
  kill: {
    measure: measureKill,
    goals: [
      ['kill.lost', '<= 0'],
      ['kill.lastArrivalSeconds', '<= 1'],
    ],
  },
};

const full: Size = {
  ...{ seconds: 20, warmUpSeconds: 4, rounds: 5 },
  ...{ latencySeconds: 15, idleSeconds: 20, outage: 20_000 },
};
const small: Size = {
  ...{ seconds: 6, warmUpSeconds: 3, rounds: 3 },
  ...{ latencySeconds: 5, idleSeconds: 10, outage: 4000 },
};

function benchParts(name: string, chosen: Part[]): Run {
  return async ({ quick }): Promise<Report> => {
    const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
    const bars: Bar[] = [];
    const stage = await openStage(quick ? small : full, figures);
    try {
      for (const part of chosen) {
        await part.measure(stage);
        for (const [figure, goal] of part.goals) bars.push(holdBar(figures, figure, goal));
      }
    } finally {
      await stage.stop();
    }
    return { name, figures, bars };
  };
}

/** All parts as `public-api`, and each as `public-api-PART`, which takes less than two minutes. */
export const publicApiBenches: Record<string, Run> = {
  'public-api': benchParts('public-api', Object.values(parts)),
  ...Object.fromEntries(
    Object.entries(parts).map(([part, one]) => [`public-api-${part}`, benchParts(`public-api-${part}`, [one])]),
  ),
};
