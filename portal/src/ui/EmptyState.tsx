import { Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  /** The next step in one or two sentences. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
};

/** Shown instead of an empty list. Explains why the list is empty and what to do next. */
export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon size={36} stroke={1.3} />
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" component="div" maw={480}>
          {children}
        </Text>
      )}
      {action}
    </div>
  );
}
