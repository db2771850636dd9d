import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';

type Session = Answer<'getSession'>;

const ranks = { viewer: 0, developer: 1, administrator: 2 } as const;
export type Role = keyof typeof ranks;

/** The current session. The route guard loads it before any page is shown. */
export function useSession(): Session {
  const { data } = useQuery({ ...read('getSession', {}), staleTime: 60_000 });
  if (!data) throw new Error('No session is loaded.');
  return data;
}

/** Whether the person has at least this role. Used only to hide buttons that would fail: the service enforces roles. */
export function useMay(role: Role): boolean {
  const own = useSession().account?.role;
  return own !== undefined && (ranks[own as Role] ?? 0) >= ranks[role];
}
