import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { judgeGroups } from './groups/judge-groups.ts';
import { kindOf, stepsOf } from './groups/kinds.ts';
import { openStage, type PushCompany, type Stage } from './pushes/open-stage.ts';
import { countFaults, misbehave, moments, strike, untilEnded } from './pushes/strikes.ts';

/**
 * Kills the worker with -9 at every step of the pushes of groups in turn, and at random, while the platform returns 504
 * for completed writes, 202 and 429, and cuts connections. A quarter of the groups must be undone, half of these by a
 * void and half by a deletion of the invoice, and a quarter must stop. In the end no step may be doubled, and every step must have the outcome that the platform shows.
 */
type Size = { companies: number; groups: number; perMoment: number; randomKills: number };
const full: Size = { companies: 12, groups: 500, perMoment: 5, randomKills: 12 };
const mostWithinMs = 10 * 60_000;
const small: Size = { companies: 2, groups: 16, perMoment: 1, randomKills: 1 };

export async function killDuringPushGroups({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const stage = await openStage(size.companies, ['payments']);
  const client = new pg.Client(stage.cell.databaseUrl);
  await client.connect();
  const startedAt = Date.now();
  const kills: string[] = [];
  const killsMax = size.perMoment * moments.length + size.randomKills;
  const made = new Map<string, number>();
  try {
    await misbehave(stage, quick ? 3 : 1);
    await misbehave(stage, quick ? 2 : 1, 'DELETE');
    const producing = (async () => {
      // Spread over the kills, so that there is always a step in progress.
      while (made.size < size.groups) {
        const left = killsMax - kills.length;
        if (left > 0 && made.size > size.groups * (1 - left / killsMax) + 12) await sleep(20);
        else await makeGroup(stage, made);
      }
    })();
    producing.catch(() => {});
    for (let n = 0; n < size.perMoment; n++) {
      for (const moment of moments) {
        await strike(stage, client, moment);
        kills.push(moment);
        say(`${kills.length} kills; ${made.size} groups made`);
      }
    }
    for (let n = 0; n < size.randomKills; n++) {
      await sleep(200 + Math.random() * 2500);
      await stage.killWorker();
      await stage.startWorker();
      kills.push('random');
    }
    await producing;
    await untilMostEnded(client, size.groups);
    const faults = await countFaults(stage);
    await stage.control.clearFaults();
    await untilEnded(client);
    const count = (name: string) => kills.filter((kill) => kill === name).length;
    const figures: Figures = {
      seconds: Math.round((Date.now() - startedAt) / 1000),
      kills: kills.length,
      'kills.beforeSending': count('before'),
      'kills.duringSending': count('sending'),
      'kills.storedNotAnswered': count('stored'),
      'kills.answeredNotRecorded': count('answered'),
      'kills.random': count('random'),
      ...faults,
      faults: Object.values(faults).reduce((sum, hits) => sum + hits, 0),
      ...(await judgeGroups(stage, client, made)),
    };
    const all = Array.from({ length: size.groups }, (_, n) => kindOf(n));
    const expected = (status: string) => all.filter((kind) => kind.status === status).length;
    const undone = (way: string) =>
      all.filter(({ status }) => status === 'Undone').flatMap(({ undos }) => undos.filter((one) => one === way)).length;
    const none = ['unfinished', 'withoutOutcome', 'wrongEnd', 'doubled', 'missing', 'ghosts', 'strangers'];
    return {
      name: 'push-groups',
      figures,
      bars: [
        holdBar(figures, 'groups', `>= ${size.groups}`),
        holdBar(figures, 'succeeded', `>= ${expected('Succeeded')}`),
        holdBar(figures, 'undone', `>= ${expected('Undone')}`),
        ...['void', 'delete', 'archive'].map((way) => holdBar(figures, `undone.${way}`, `>= ${undone(way)}`)),
        holdBar(figures, 'stopped', `>= ${expected('Failed')}`),
        ...['beforeSending', 'duringSending', 'storedNotAnswered', 'answeredNotRecorded'].map((moment) =>
          holdBar(figures, `kills.${moment}`, `>= ${size.perMoment}`),
        ),
        holdBar(figures, 'faults', quick ? '>= 3' : '>= 50'),
        holdBar(figures, 'kills.random', `>= ${size.randomKills}`),
        ...[...none, 'outOfOrder', 'wrongReferences', 'wrongEvents'].map((name) => holdBar(figures, name, '<= 0')),
      ],
    };
  } finally {
    await client.end();
    await stage.close();
  }
}

/** The faults must meet most of the groups, also those that are made after the last kill. */
async function untilMostEnded(client: pg.Client, groups: number): Promise<void> {
  for (const until = Date.now() + mostWithinMs; Date.now() < until; await sleep(250)) {
    const { rows } = await client.query('select count(*)::int as n from push_group where completed_at is not null');
    if (rows[0].n >= groups * 0.8) return;
  }
}

/** The number of a group decides what it does, and how it must end. */
async function makeGroup(stage: Stage, made: Map<string, number>): Promise<void> {
  const n = made.size;
  const company = stage.companies[n % stage.companies.length] as PushCompany;
  const { references, path, connectionId } = company;
  const body = { connectionId, onFailure: kindOf(n).onFailure, steps: stepsOf(references, n) };
  const answer = await stage.account.send(`POST ${path}/pushGroups`, { body });
  if (answer.status !== 200) throw new Error(`A group was rejected: ${answer.text}`);
  made.set(answer.body.pushGroupId, n);
}
