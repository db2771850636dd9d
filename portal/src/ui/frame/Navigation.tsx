import { NavLink, ScrollArea, Text } from '@mantine/core';
import {
  IconActivity,
  IconAlarm,
  IconArrowsExchange,
  IconBell,
  IconBook,
  IconBuilding,
  IconBuildingBank,
  IconClipboardList,
  IconFilterBolt,
  IconGauge,
  IconHome,
  IconKey,
  IconLink,
  IconListDetails,
  IconMail,
  IconPlug,
  IconRefresh,
  IconSpeakerphone,
  IconTool,
  IconTransfer,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { t } from '../../messages/ui.ts';
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
      { label: t('overview'), to: paths.overview(), icon: IconHome },
      { label: t('companies'), to: paths.companies(), icon: IconBuilding },
    ],
  },
  {
    title: t('webhooks'),
    entries: [
      { label: t('consumers'), to: paths.consumers(), icon: IconWebhook },
      { label: t('messageLog'), to: paths.messages(), icon: IconMail },
      { label: t('standingQueries'), to: paths.standingQueries(), icon: IconFilterBolt },
      { label: t('eventCatalogue'), to: paths.eventTypes(), icon: IconBook },
      { label: t('rulesAndAlerts'), to: paths.rules(), icon: IconAlarm, isOlder: true },
      { label: t('migration'), to: paths.migration(), icon: IconArrowsExchange, isOlder: true },
    ],
  },
  {
    title: t('settings'),
    entries: [
      { label: t('apiKeys'), to: paths.apiKeys(), icon: IconKey },
      { label: t('syncSettings'), to: paths.syncSettings(), icon: IconRefresh },
      { label: t('linkPage'), to: paths.linkPage(), icon: IconLink },
      { label: t('platforms'), to: paths.platforms(), icon: IconPlug },
      { label: t('team'), to: paths.team(), icon: IconUsers },
      { label: t('auditLog'), to: paths.audit(), icon: IconClipboardList },
      { label: t('requestLog'), to: paths.requests(), icon: IconListDetails },
      { label: t('planAndUsage'), to: paths.usage(), icon: IconGauge },
    ],
  },
];
const ofPerson: Entry[] = [{ label: t('yourProfile'), to: paths.profile(), icon: IconUser }];
const ofMember: Entry[] = [{ label: t('yourNotifications'), to: paths.notifications(), icon: IconBell }];
const ofOperator: Section = {
  title: t('operator'),
  entries: [
    { label: t('accounts'), to: paths.operatorAccounts(), icon: IconBuildingBank },
    { label: t('migrations'), to: paths.operatorMigrations(), icon: IconTransfer },
    { label: t('health'), to: paths.operatorHealth(), icon: IconActivity },
    { label: t('maintenance'), to: paths.operatorMaintenance(), icon: IconTool },
    { label: t('operatorNotifications'), to: paths.operatorNotifications(), icon: IconSpeakerphone },
  ],
};

/** The pages that the person can open. */
export function useSections(): Section[] {
  const { account, person } = useSession();
  const { routesByPath } = useRouter();
  const personal: Section = { entries: [...ofPerson, ...(account ? ofMember : [])] };
  const sections = [...(account ? ofAccount : []), personal, ...(person.isOperator ? [ofOperator] : [])];
  const isOpen = ({ to, isOlder }: Entry) => to in routesByPath && (!isOlder || account?.webhookGeneration === 'older');
  return sections.map((section) => ({ ...section, entries: section.entries.filter(isOpen) }));
}

export function Navigation() {
  const sections = useSections();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isHere = (to: string) => (to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`));

  return (
    <ScrollArea type="hover" scrollbarSize={8} h="100%" viewportProps={{ tabIndex: -1 }}>
      {sections.map((section) => (
        <div key={section.title ?? section.entries[0]?.label} className="nav-section">
          {section.title && (
            <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
              {section.title}
            </Text>
          )}
          {section.entries.map(({ label, to, icon: Icon }) => (
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
