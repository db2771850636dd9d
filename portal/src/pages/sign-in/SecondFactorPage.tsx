import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { queryClient, read } from '../../api.ts';
import { t } from '../../messages/sign-in.ts';
import { paths } from '../../paths.ts';
import { ProofDialog } from '../../ui/form/ProofDialog.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useSession } from '../../ui/frame/use-session.ts';
import { SetUpTotp } from '../settings/TotpSection.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** People who must use two-factor authentication see only this page until they have set it up. */
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
      title={t('setUpTwoFactorAuthentication')}
      lead={person.isOperator ? t('operatorsThisServiceMustUse') : t('thisAccountRequiresTwoFactor')}
    >
      <SetUpTotp onDone={() => void goOn()} />
      <Text size="sm" ta="center">
        <Button variant="subtle" size="compact-sm" onClick={() => signOut.mutate({})}>
          {t('signOut')}
        </Button>
      </Text>
      <ProofDialog />
    </SignInFrame>
  );
}
