import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient, read, sessionEnded } from '../../api.ts';
import logo from '../../daybook.svg';
import { t } from '../../messages/ui.ts';
import { paths } from '../../paths.ts';
import { FindButton } from '../find/FindButton.tsx';
import { ProofDialog } from '../form/ProofDialog.tsx';
import { isTourEnded } from '../tour/tour-state.ts';
import { openZone, subscribeZone, timeZone } from '../zone/time-zone.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Navigation } from './Navigation.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { useLiveRefresh } from './use-live.ts';
import { useNotices } from './use-notices.ts';
import { useSession } from './use-session.ts';

/** Loaded only for somebody who signs in for the first time. */
const Tour = lazy(async () => ({ default: (await import('../tour/Tour.tsx')).Tour }));

/** Layout of the portal: header, navigation and the page. */
export function Shell() {
  const [isOpen, menu] = useDisclosure(false);
  const [hasTour, setTour] = useState(() => !isTourEnded());
  const { account, person } = useSession();
  openZone(person.personId);
  const zone = useSyncExternalStore(subscribeZone, timeZone);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useLiveRefresh(account?.accountId);
  useNotices(account?.accountId, person.isOperator);
  useSignInWhenEnded();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page closes the menu on small screens.
  useEffect(() => menu.close(), [pathname]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a className="skip-link" href="#main">
        {t('skipToMainContent')}
      </a>
      <AppShell.Header className="shell-header">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" className="shrink">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? t('closeMenu') : t('openMenu')}
              aria-expanded={isOpen}
            />
            <Link to={paths.overview()} className="brand" aria-label={t('daybookOverview')}>
              <img src={logo} alt="" width={24} height={24} />
              <Text fw={650} visibleFrom="sm" component="span">
                {t('daybook')}
              </Text>
            </Link>
            <AccountSwitcher />
          </Group>
          <Group gap={4} wrap="nowrap">
            <FindButton />
            <ThemeSwitch />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="shell-navbar" aria-label={t('main')}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main className="shell-main" id="main" tabIndex={-1}>
        {/* Another time zone changes every time on the page. */}
        <Fragment key={zone}>
          <Outlet />
        </Fragment>
        <ProofDialog />
        {account && hasTour && (
          <Suspense fallback={null}>
            <Tour onEnd={() => setTour(false)} />
          </Suspense>
        )}
      </AppShell.Main>
    </AppShell>
  );
}

/** After a 401 response, checks whether the session has expired. If it has, opens the sign-in page. */
function useSignInWhenEnded() {
  const navigate = useNavigate();
  useEffect(() => {
    const look = async () => {
      try {
        await queryClient.fetchQuery({ ...read('getSession', {}), staleTime: 0 });
      } catch {
        const next = window.location.pathname.replace(/^\/portal/, '') + window.location.search;
        await navigate({ to: paths.signIn(), search: { next } as never });
        queryClient.clear();
      }
    };
    window.addEventListener(sessionEnded, look);
    return () => window.removeEventListener(sessionEnded, look);
  }, [navigate]);
}
