import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import logo from '../../daybook.svg';
import { t } from '../../messages/sign-in.ts';
import { usePageTitle } from '../../ui/frame/Page.tsx';
import { ThemeSwitch } from '../../ui/frame/ThemeSwitch.tsx';

/** Layout of the sign-in pages. Their content is in one card. */
export function SignInFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main className="sign-in">
      <div className="sign-in-theme">
        <ThemeSwitch />
      </div>
      <div className="sign-in-card">
        <div className="brand sign-in-brand">
          <img src={logo} alt="" width={32} height={32} />
          <Text fw={650} size="lg" component="span">
            {t('daybook')}
          </Text>
        </div>
        <Title order={1} size="h3">
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed" component="div">
            {lead}
          </Text>
        )}
        {children}
      </div>
    </main>
  );
}
