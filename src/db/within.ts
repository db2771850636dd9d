import type pg from 'pg';

/** Runs `work` in a database transaction. */
export async function within<T>(client: pg.Client, work: () => Promise<T>, mode = ''): Promise<T> {
  await client.query(`begin ${mode}`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
