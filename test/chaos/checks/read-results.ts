import type { SeededCompany } from './open-books.ts';

export type CheckedResult = {
  dataType: string;
  check: string;
  outcome: string;
  records: { recordId?: string; message: string }[];
};

/** The latest results of a company, and those of its held generations. */
export async function readResults({ account, company }: SeededCompany): Promise<CheckedResult[]> {
  const { body } = await account.send(`GET ${company.path}/quality`);
  const held = body.held.flatMap(({ dataType, results }: { dataType: string; results: object[] }) =>
    results.map((result) => ({ dataType, ...result })),
  );
  const isHeld = ({ dataType, check }: CheckedResult) =>
    held.some((one: CheckedResult) => one.dataType === dataType && one.check === check);
  return [...held, ...body.checks.filter((one: CheckedResult) => !isHeld(one))];
}
