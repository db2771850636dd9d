import { Gone } from '@daybook/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { listRecordsExactly } from '../../../api.ts';
import { inputOfLink } from '../../../ui/table/list-input.ts';
import type { ShownState } from '../time/use-as-of.ts';
import { farPages, type HeldPage, neededPages, pageOf, pageSize, requestFor, type Visible } from './paging-window.ts';

export type DataRecord = { id: string } & Record<string, unknown>;
type LoadedPage = HeldPage & { rows: DataRecord[] };
export type Asked = {
  companyId: string;
  dataType: string;
  query: string | undefined;
  orderBy: string | undefined;
  asOf: ShownState | undefined;
};

/** Pages are loaded after this long without scrolling, so that pages that are only scrolled past are not loaded. */
const restMs = 90;

/**
 * Reads the records of a list of any length. Only the visible pages and the pages around them stay in memory. The
 * service returns the exact total, so the scrollbar is accurate.
 */
export function useRecordWindow(asked: Asked) {
  const key = JSON.stringify(asked);
  const pages = useRef(new Map<number, LoadedPage>());
  const loading = useRef(new Map<number, AbortController>());
  const visible = useRef<Visible>({ first: 0, last: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [state, setState] = useState<{ key: string; total?: number; error?: unknown; turn: number }>({ key, turn: 0 });
  const total = state.key === key ? state.total : undefined;

  const load = useCallback(
    async (page: number, signal: AbortSignal): Promise<number> => {
      const { companyId, dataType, query, orderBy, asOf } = JSON.parse(key) as Asked;
      const common = {
        companyId,
        dataType,
        pageSize,
        ...(query && { query }),
        ...(orderBy && { orderBy }),
        ...asOf,
      };
      const ask = (how: { page: number; cursor?: string }) => listRecordsExactly({ ...common, ...how }, { signal });
      const how = requestFor(page, pages.current);
      // A cursor refers to an earlier state of the data. If that state has expired (410), load the newest state
      // instead.
      const answer = await ask(how).catch((error) => {
        if (error instanceof Gone && how.cursor) return ask({ page });
        throw error;
      });
      const next = inputOfLink(answer._links.next?.href)?.cursor;
      const previous = inputOfLink(answer._links.previous?.href)?.cursor;
      pages.current.set(page, {
        rows: answer.results as unknown as DataRecord[],
        ...(next && { next }),
        ...(previous && { previous }),
      });
      setState((before) => ({ key, total: answer.totalResults, turn: before.turn + 1 }));
      return answer.totalResults;
    },
    [key],
  );

  const fill = useCallback(
    (known: number) => {
      const needed = neededPages(visible.current, known);
      for (const page of farPages(pages.current.keys(), needed)) pages.current.delete(page);
      for (const [page, stop] of loading.current) {
        if (needed.includes(page)) continue;
        stop.abort();
        loading.current.delete(page);
      }
      for (const page of needed) {
        if (pages.current.has(page) || loading.current.has(page)) continue;
        // If an adjacent page is loading, wait for it. Its cursor will lead to this page in the same state of the data.
        const isNeighbourComing = loading.current.has(page - 1) || loading.current.has(page + 1);
        if (isNeighbourComing && requestFor(page, pages.current).cursor === undefined) continue;
        const stop = new AbortController();
        loading.current.set(page, stop);
        load(page, stop.signal)
          .catch((error) => {
            if (!stop.signal.aborted) setState((before) => ({ ...before, key, error }));
            return undefined;
          })
          .finally(() => {
            if (loading.current.get(page) === stop) loading.current.delete(page);
          })
          .then((now) => {
            if (now !== undefined && !stop.signal.aborted) fill(now);
          });
      }
    },
    [key, load],
  );

  const restart = useCallback(() => {
    for (const stop of loading.current.values()) stop.abort();
    loading.current.clear();
    pages.current.clear();
    visible.current = { first: 0, last: 0 };
    setState((before) => ({ key, turn: before.turn + 1 }));
    // The total is not known yet, so load only the first page.
    fill(1);
  }, [fill, key]);
  useEffect(() => {
    restart();
    return () => {
      clearTimeout(timer.current);
      for (const stop of loading.current.values()) stop.abort();
      loading.current.clear();
    };
  }, [restart]);

  const show = useCallback(
    (range: Visible) => {
      visible.current = range;
      clearTimeout(timer.current);
      if (total !== undefined) timer.current = setTimeout(() => fill(total), restMs);
    },
    [fill, total],
  );

  return {
    total,
    error: state.key === key ? state.error : undefined,
    /** Returns undefined while the row is loading. */
    rowAt: (row: number) => pages.current.get(pageOf(row))?.rows[row % pageSize],
    sample: () => [...pages.current.values()].flatMap(({ rows }) => rows).slice(0, 200),
    turn: state.turn,
    show,
    restart,
  };
}
