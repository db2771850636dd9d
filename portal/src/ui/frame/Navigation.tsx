import { NavLink, ScrollArea, Text } from '@mantine/core';
import {
  IconActivity,
  IconArrowsExchange,
  IconBell,
  IconBook,
  IconBuilding,
  IconBuildingBank,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconList,
  IconMail,
  IconRefresh,
  IconTool,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { paths } from '../../paths.ts';
import { useSession } from './use-session.ts';

type Entry = {
  label: string;
  to: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Shown only if the account still uses the older webhooks. */
  isOlder?: boolean;
};
type Section = { title?: string; entries: Entry[] };

const ofAccount: Section[] = [
  {
    entries: [
      { label: 'Overview', to: paths.overview(), icon: IconHome },
      { label: 'Companies', to: paths.companies(), icon: IconBuilding },
    ],
  },
  {
    title: 'Webhooks',
    entries: [
      { label: 'Consumers', to: paths.consumers(), icon: IconBell },
      { label: 'Message log', to: paths.messages(), icon: IconList },
      { label: 'Event catalogue', to: paths.eventTypes(), icon: IconBook },
      { label: 'Rules and alerts', to: paths.rules(), icon: IconMail, isOlder: true },
      { label: 'Migration', to: paths.migration(), icon: IconArrowsExchange },
    ],
  },
  {
    title: 'Settings',
    entries: [
      { label: 'API keys', to: paths.apiKeys(), icon: IconKey },
      { label: 'Sync settings', to: paths.syncSettings(), icon: IconRefresh },
      { label: 'Team', to: paths.team(), icon: IconUsers },
      { label: 'Audit log', to: paths.audit(), icon: IconHistory },
      { label: 'Plan and usage', to: paths.usage(), icon: IconGauge },
    ],
  },
];
const ofPerson: Section = { entries: [{ label: 'Your profile', to: paths.profile(), icon: IconUser }] };
const ofOperator: Section = {
  title: 'Operator',
  entries: [
    { label: 'Accounts', to: paths.operatorAccounts(), icon: IconBuildingBank },
    { label: 'Migrations', to: paths.operatorMigrations(), icon: IconArrowsExchange },
    { label: 'Health', to: paths.operatorHealth(), icon: IconActivity },
    { label: 'Maintenance', to: paths.operatorMaintenance(), icon: IconTool },
  ],
};

export function Navigation() {
  const { account, person } = useSession();
  const { routesByPath } = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const sections = [...(account ? ofAccount : []), ofPerson, ...(person.isOperator ? [ofOperator] : [])];
  const isHere = (to: string) => (to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`));

  return (
    <ScrollArea type="auto" h="100%" viewportProps={{ tabIndex: -1 }}>
      {sections.map((section) => (
        <div key={section.title ?? section.entries[0]?.label} className="nav-section">
          {section.title && (
            <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
              {section.title}
            </Text>
          )}
          {section.entries
            .filter(({ to, isOlder }) => to in routesByPath && (!isOlder || account?.webhookGeneration === 'older'))
            .map(({ label, to, icon: Icon }) => (
              <NavLink
                key={to}
                label={label}
                active={isHere(to)}
                aria-current={isHere(to) ? 'page' : undefined}
                leftSection={<Icon size={17} stroke={1.6} />}
                className="nav-link"
                renderRoot={(props) => <Link {...props} to={to} />}
              />
            ))}
        </div>
      ))}
    </ScrollArea>
  );
}
