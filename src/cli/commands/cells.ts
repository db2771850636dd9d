import { systemClock } from '../../base/clock.ts';
import { ApiError } from '../../base/errors.ts';
import { createCellClient } from '../../cells/cell-client.ts';
import { loadConfig } from '../../load-config.ts';
import { type CellStatus, cellProblems, cellStatusPath } from '../../operator/cell-status.ts';
import { createOutbound, NoAnswer } from '../../outbound/http.ts';
import { type Command, numberOption, UsageError } from '../command.ts';
import { table } from '../table.ts';

type Line = { cell: string; url: string; roundTripMs?: number; status?: CellStatus; problem?: string };

export const cellsStatus: Command = {
  name: 'cells status',
  summary: 'Ask every cell in DAYBOOK_CELLS for its state; exit code 1 if one of them is not well',
  options: { timeout: { type: 'string' } },
  optionHelp: { timeout: 'seconds to wait for a cell; default: 5' },
  examples: ['daybook cells status', 'daybook cells status --json'],
  async run(input) {
    const { config } = await loadConfig(input.env);
    const timeoutMs = numberOption(input, 'timeout', { fallback: 5, max: 60 }) * 1000;
    const outbound = createOutbound();
    // No database is opened: the command must work while this cell is down.
    const client = createCellClient({ config, outbound, clock: systemClock });
    if (!client) throw new UsageError('DAYBOOK_CELLS is empty: this installation has one cell.');
    const lines = await Promise.all(
      config.cells.map(async ({ name, url }): Promise<Line> => {
        const from = performance.now();
        try {
          const status = await client.ask<CellStatus>(name, cellStatusPath, {}, { timeoutMs });
          return { cell: name, url, status, roundTripMs: Math.round((performance.now() - from) * 10) / 10 };
        } catch (error) {
          return { cell: name, url, problem: explain(error) };
        }
      }),
    ).finally(() => outbound.close());
    const newest = Math.max(0, ...lines.map(({ status }) => status?.schema ?? 0));
    const data = lines.map(({ status, problem, ...line }) => ({
      ...line,
      reachable: status !== undefined,
      ...status,
      // After the status, which has the name that the cell gives itself.
      cell: line.cell,
      problems: status ? cellProblems(status, { name: line.cell, newest }) : [problem ?? ''],
    }));
    const isWell = data.every(({ problems }) => problems.length === 0);
    return { data: { isWell, cells: data }, text: show(data), exitCode: isWell ? 0 : 1 };
  },
};

function explain(error: unknown): string {
  if (error instanceof NoAnswer) return `not reachable: ${error.message}`;
  if (error instanceof ApiError && error.statusCode === 404)
    return 'did not accept the signature: compare DAYBOOK_CELLS_KEY and the clocks';
  throw error;
}

type Shown = Omit<Line, 'status'> & Partial<CellStatus> & { reachable: boolean; problems: string[] };

function show(cells: readonly Shown[]): string {
  const rows = cells.map(({ processes, maintenance, oldestDueSeconds, problems, reachable, roundTripMs, ...cell }) => ({
    ...cell,
    reachable: reachable ? 'yes' : 'NO',
    ...(processes && {
      processes: Object.entries(processes)
        .filter(([, count]) => count > 0)
        .map(([role, count]) => `${count} ${role}`)
        .join(' '),
      maintenance: maintenance ? 'ON' : 'off',
      'oldest due': `${oldestDueSeconds} s`,
      'round trip': `${roundTripMs} ms`,
    }),
    state: problems.length === 0 ? 'well' : problems.join('; '),
  }));
  const columns = ['cell', 'reachable', 'version', 'schema', 'processes', 'accounts', 'maintenance', 'oldest due'];
  return table(rows, [...columns, 'round trip', 'state']);
}
