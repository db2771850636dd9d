import { useMantineColorScheme } from '@mantine/core';
import {
  IconBuilding,
  IconDeviceDesktop,
  IconFileText,
  IconKey,
  IconLogout,
  IconMoon,
  IconSun,
  IconWebhook,
} from '@tabler/icons-react';
import { t } from '../../messages/ui.ts';
import { paths } from '../../paths.ts';
import { useSections } from '../frame/Navigation.tsx';
import { useMay, useSession } from '../frame/use-session.ts';
import { useSignOut } from '../frame/use-sign-out.ts';
import type { FindGroup } from './find-entry.ts';

type Company = { companyId: string; name: string };

/** Pages and actions, as far as the person may open them. With a company, also the pages of that company. */
export function useOwnGroups(company: Company | undefined): { pages: FindGroup; actions: FindGroup } {
  const sections = useSections();
  const { account } = useSession();
  const [isDeveloper, isAdministrator] = [useMay('developer'), useMay('administrator')];
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const create = { create: 'yes' };
  const ofCompany = company ? companyPages(company) : [];
  const pages = sections.flatMap(({ entries }) => entries.map(({ label, to, icon }) => ({ id: to, label, to, icon })));
  return {
    pages: { title: t('pages'), entries: [...ofCompany, ...pages] },
    actions: {
      title: t('actions'),
      entries: [
        ...(account && isDeveloper
          ? [
              { id: 'company', label: t('createCompany'), icon: IconBuilding, to: paths.companies(), search: create },
              { id: 'consumer', label: t('createConsumer'), icon: IconWebhook, to: paths.consumers(), search: create },
            ]
          : []),
        ...(account && isAdministrator
          ? [{ id: 'key', label: t('createApiKey'), icon: IconKey, to: paths.apiKeys(), search: create }]
          : []),
        { id: 'light', label: t('useLightTheme'), icon: IconSun, run: () => setColorScheme('light') },
        { id: 'dark', label: t('useDarkTheme'), icon: IconMoon, run: () => setColorScheme('dark') },
        { id: 'auto', label: t('useSystemTheme'), icon: IconDeviceDesktop, run: () => setColorScheme('auto') },
        { id: 'sign-out', label: t('signOut'), icon: IconLogout, run: () => void signOut() },
      ],
    },
  };
}

function companyPages({ companyId, name }: Company) {
  const tabs = [
    { page: t('tabConnections'), to: paths.companyConnections(companyId) },
    { page: t('tabRecords'), to: paths.companyRecords(companyId) },
    { page: t('tabStatements'), to: paths.companyStatements(companyId) },
    { page: t('tabHistory'), to: paths.companyHistory(companyId) },
    { page: t('tabPushes'), to: paths.companyPushes(companyId) },
    { page: t('tabSettings'), to: paths.companySettings(companyId) },
  ];
  return tabs.map(({ page, to }) => ({
    id: to,
    label: t('ofCompany', { page, company: name }),
    to,
    icon: IconFileText,
  }));
}
