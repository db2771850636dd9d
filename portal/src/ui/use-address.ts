import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Returns a path parameter of the URL, such as the id in /companies/{companyId}. */
export function useParam(name: string): string {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name] ?? '';
}

type Search = Record<string, string | undefined>;

/** The filter, sort order and page of a list. They are in the URL, so that people can share the list. */
export function useAddress(): [Search, (changes: Search) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Search) =>
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}
