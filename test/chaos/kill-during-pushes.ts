import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { newBill, newCustomer, newInvoice, newJournalEntry } from '../push/records.ts';
import { judge } from './pushes/judge.ts';
import { openStage, type PushCompany, type Stage } from './pushes/open-stage.ts';
import { countFaults, misbehave, moments, strike, untilEnded } from './pushes/strikes.ts';

/**
 * Kills the worker with -9 at every step of a push in turn, and at random, while the platform returns 504 for completed
 * writes, 202 and 429, and cuts connections. In the end the platform must have every push exactly once, and Daybook
 * must know it.
 */
type Size = { companies: number; pushes: number; perMoment: number; randomKills: number };
const full: Size = { companies: 20, pushes: 2000, perMoment: 5, randomKills: 50 };
const small: Size = { companies: 4, pushes: 120, perMoment: 1, randomKills: 2 };

export async function killDuringPushes({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const stage = await openStage(size.companies);
  const client = new pg.Client(stage.cell.databaseUrl);
  await client.connect();
  const startedAt = Date.now();
  const kills: string[] = [];
  try {
    await misbehave(stage, quick ? 3 : 1);
    let made = 0;
    let isOver = false;
    const producing = (async () => {
      // Spread over the kills, so that there is always a push in progress.
      while (made < size.pushes) {
        const left = size.perMoment * moments.length + size.randomKills - kills.length;
        if (left > 0 && made > size.pushes * (1 - left / (size.perMoment * moments.length + size.randomKills)) + 50)
          await sleep(20);
        else await pushOne(stage, made++);
      }
      isOver = true;
    })();
    for (let n = 0; n < size.perMoment; n++) {
      for (const moment of moments) {
        await strike(stage, client, moment);
        kills.push(moment);
        say(`${kills.length} kills; ${made} pushes made`);
      }
    }
    for (let n = 0; n < size.randomKills; n++) {
      await sleep(200 + Math.random() * 2500);
      await stage.killWorker();
      await stage.startWorker();
      kills.push('random');
    }
    await producing;
    if (!isOver) throw new Error('Not all pushes were created.');
    const faults = await countFaults(stage);
    await stage.control.clearFaults();
    await untilEnded(client);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const count = (name: string) => kills.filter((kill) => kill === name).length;
    const figures: Figures = {
      seconds,
      kills: kills.length,
      'kills.beforeSending': count('before'),
      'kills.duringSending': count('sending'),
      'kills.storedNotAnswered': count('stored'),
      'kills.answeredNotRecorded': count('answered'),
      'kills.random': count('random'),
      ...faults,
      ...(await judge(stage, client)),
    };
    const none = [
      'pending',
      'failed',
      'timedOut',
      'missing',
      'doubled',
      'ghosts',
      'strangers',
      'outOfOrder',
      'unreadable',
    ];
    return {
      name: 'push',
      figures,
      bars: [
        holdBar(figures, 'operations', `>= ${size.pushes}`),
        holdBar(figures, 'succeeded', `>= ${size.pushes}`),
        ...['beforeSending', 'duringSending', 'storedNotAnswered', 'answeredNotRecorded'].map((moment) =>
          holdBar(figures, `kills.${moment}`, `>= ${size.perMoment}`),
        ),
        holdBar(figures, 'kills.random', `>= ${size.randomKills}`),
        ...none.map((name) => holdBar(figures, name, '<= 0')),
      ],
    };
  } finally {
    await client.end();
    await stage.close();
  }
}

async function pushOne(stage: Stage, n: number): Promise<void> {
  const company = stage.companies[n % stage.companies.length] as PushCompany;
  const { references, path, connectionId } = company;
  const records: [string, object][] = [
    ['invoices', newInvoice(references, n)],
    ['bills', newBill(references, n)],
    ['customers', newCustomer(n)],
    ['journalEntries', newJournalEntry(references, n)],
  ];
  const [dataType, body] = records[Math.floor(n / stage.companies.length) % records.length] as [string, object];
  const answer = await stage.account.send(`POST ${path}/connections/${connectionId}/push/${dataType}`, { body });
  if (answer.status !== 200) throw new Error(`A push was rejected: ${answer.text}`);
}
