import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { daybook, queryClient, read } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { paths } from '../../paths.ts';
import { type AccountElsewhere, SwitchCell } from './SwitchCell.tsx';
import { useSession } from './use-session.ts';

/** Other cells are asked once in a while only: their accounts rarely change. */
const askedEveryMs = 5 * 60_000;

/** Shows the current account; a person with several accounts can switch between them, also to other cells. */
export function AccountSwitcher() {
  const { account, accounts } = useSession();
  const navigate = useNavigate();
  const elsewhere = useQuery({ ...read('getAccountsElsewhere', {}), staleTime: askedEveryMs }).data?.cells ?? [];
  const [chosen, choose] = useState<AccountElsewhere>();
  const others = accounts.filter(({ accountId }) => accountId !== account?.accountId);

  async function enter(accountId: string) {
    const session = await daybook.changeSession({ body: { accountId } });
    queryClient.clear();
    queryClient.setQueryData(read('getSession', {}).queryKey, session);
    await navigate({ to: paths.overview() });
  }

  const name = account?.name ?? t('noAccount');
  if (others.length === 0 && elsewhere.every((cell) => cell.isReachable && cell.accounts.length === 0))
    return (
      <Text size="sm" c="dimmed" truncate className="account-name">
        {name}
      </Text>
    );
  return (
    <>
      {chosen && <SwitchCell account={chosen} close={() => choose(undefined)} />}
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            rightSection={<IconChevronDown size={14} />}
            aria-label={t('switchAccountCurrent', { name })}
            className="account-name"
          >
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {account && others.length === accounts.length && <Menu.Label>{t('viewingAsOperator', { name })}</Menu.Label>}
          <Menu.Label>{t('yourAccounts')}</Menu.Label>
          {accounts.map(({ accountId, name: label, role }) => (
            <Menu.Item
              key={accountId}
              onClick={() => void enter(accountId)}
              leftSection={accountId === account?.accountId ? <IconCheck size={16} /> : <span className="icon-space" />}
            >
              {label}
              <Text size="xs" c="dimmed">
                {role}
              </Text>
            </Menu.Item>
          ))}
          {elsewhere.map(({ cell, isReachable, accounts: there }) =>
            isReachable ? (
              there.map(({ accountId, name: label, role }) => (
                <Menu.Item
                  key={accountId}
                  onClick={() => choose({ cell, accountId, name: label })}
                  leftSection={<span className="icon-space" />}
                >
                  {label}
                  <Text size="xs" c="dimmed">
                    {t('roleInCell', { role, cell })}
                  </Text>
                </Menu.Item>
              ))
            ) : (
              <Menu.Label key={cell}>{t('cellNotReachable', { cell })}</Menu.Label>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
