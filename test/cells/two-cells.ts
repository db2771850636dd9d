import { after, before } from 'node:test';
import { freePort } from '../../dev/embedded-postgres.ts';
import { type AppOptions, openApp, type TestApp, type TestSettings } from '../harness.ts';
import { makePerson, type TestPerson } from '../people/people.ts';

/** Two running cells with a database each, which reach each other. */
export type TwoCells = { eu1: TestApp; eu2: TestApp; stop(cell: 'eu1' | 'eu2'): Promise<void>; settings: TestSettings };

export const cellsKey = Buffer.alloc(32, 5);

export function useTwoCells(
  more: { eu1?: TestSettings; eu2?: TestSettings } & Pick<AppOptions, 'registry'> = {},
): TwoCells {
  const two = {} as TwoCells;
  const stops: Partial<Record<'eu1' | 'eu2', () => Promise<void>>> = {};
  before(async () => {
    const names = ['eu1', 'eu2'] as const;
    const ports = { eu1: await freePort(), eu2: await freePort() };
    const cells = names.map((name) => ({ name, url: `http://127.0.0.1:${ports[name]}` }));
    two.settings = { cells, cellsKey };
    for (const cell of names) {
      const config = { cell, cells, cellsKey, port: ports[cell], ...more[cell] };
      const { app, stop } = await openApp({ config, ...(more.registry && { registry: more.registry }) });
      two[cell] = app;
      stops[cell] = stop;
    }
  });
  two.stop = async (cell) => {
    await stops[cell]?.();
    delete stops[cell];
  };
  after(async () => {
    for (const cell of ['eu1', 'eu2'] as const) await two.stop(cell);
  });
  return two;
}

/** A person with this e-mail address, verified unless it is said otherwise, and an account in the cell. */
export async function member(
  app: TestApp,
  wanted: { email: string; isVerified?: boolean; isOperator?: boolean },
): Promise<TestPerson & { accountId: string }> {
  const { accountId } = await app.account({ name: `Account in ${app.ctx.config.cell}` });
  const { isVerified = true, ...rest } = wanted;
  const person = await makePerson(app, { ...rest, accountId });
  if (isVerified) await verify(app, person.personId);
  return { ...person, accountId };
}

export async function verify(app: TestApp, personId: string): Promise<void> {
  await app.ctx.db.people
    .updateTable('person')
    .set({ email_verified_at: app.ctx.clock.now() })
    .where('person_id', '=', personId)
    .execute();
}
