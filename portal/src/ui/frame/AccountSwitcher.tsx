import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { daybook, queryClient, read } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { paths } from '../../paths.ts';
import { useSession } from './use-session.ts';

/** Shows the current account; a person with several accounts can switch between them. */
export function AccountSwitcher() {
  const { account, accounts } = useSession();
  const navigate = useNavigate();
  const others = accounts.filter(({ accountId }) => accountId !== account?.accountId);

  async function enter(accountId: string) {
    const session = await daybook.changeSession({ body: { accountId } });
    queryClient.clear();
    queryClient.setQueryData(read('getSession', {}).queryKey, session);
    await navigate({ to: paths.overview() });
  }

  const name = account?.name ?? t('noAccount');
  if (others.length === 0)
    return (
      <Text size="sm" c="dimmed" truncate className="account-name">
        {name}
      </Text>
    );
  return (
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
      </Menu.Dropdown>
    </Menu>
  );
}
