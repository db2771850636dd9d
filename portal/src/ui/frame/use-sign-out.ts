import { useNavigate } from '@tanstack/react-router';
import { daybook, queryClient, signingOut } from '../../api.ts';
import { paths } from '../../paths.ts';

/** Returns the function that ends the session and opens the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    signingOut.isUnderWay = true;
    try {
      await daybook.signOut();
      // First leave the pages that need a session, and only then clear the cached session.
      await navigate({ to: paths.signIn() });
      queryClient.clear();
    } finally {
      signingOut.isUnderWay = false;
    }
  };
}
