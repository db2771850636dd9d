import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../api.ts';

type Session = Answer<'getSession'>;

const ranks = { viewer: 0, developer: 1, administrator: 2 } as const;
export type Role = keyof typeof ranks;

/** Who is signed in. The guard of the routes has read it before any page shows. */
export function useSession(): Session {
  const { data } = useQuery({ ...read('getSession', {}), staleTime: 60_000 });
  if (!data) throw new Error('There is no session.');
  return data;
}

/** Whether the person may do what needs a role. The service decides; this spares people buttons that would be refused. */
export function useMay(role: Role): boolean {
  const own = useSession().account?.role;
  return own !== undefined && (ranks[own as Role] ?? 0) >= ranks[role];
}
