import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { queryClient, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ProofDialog } from '../../ui/ProofDialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useSession } from '../../ui/use-session.ts';
import { SetUpTotp } from '../settings/TotpSection.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** Before anything else: operators, and members of accounts that demand it, set up a second factor. */
export function SecondFactorPage() {
  const { person } = useSession();
  const navigate = useNavigate();
  const signOut = useChange('signOut', {
    after: () => {
      queryClient.clear();
      void navigate({ to: paths.signIn() });
    },
  });
  async function goOn() {
    await queryClient.fetchQuery({ ...read('getSession', {}), staleTime: 0 });
    void navigate({ to: paths.overview() });
  }
  return (
    <SignInFrame
      title="Set up a second factor"
      lead={
        person.isOperator
          ? 'Operators of this service need one. It takes a minute.'
          : 'This account asks it of all its members. It takes a minute.'
      }
    >
      <SetUpTotp onDone={() => void goOn()} />
      <Text size="sm" ta="center">
        <Button variant="subtle" size="compact-sm" onClick={() => signOut.mutate({})}>
          Sign out
        </Button>
      </Text>
      <ProofDialog />
    </SignInFrame>
  );
}
