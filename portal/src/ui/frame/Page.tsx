import { Breadcrumbs, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../messages/ui.ts';
import { TextLink } from '../TextLink.tsx';

type PageProps = {
  title: string;
  /** True if the page is only a frame around other pages. Those pages set the window title themselves. */
  isFrame?: boolean;
  /** Shown instead of `title` if the heading is more than plain text. */
  heading?: ReactNode;
  /** Links to the parent pages, top level first. The page itself is not included. */
  breadcrumbs?: { label: string; to: string }[];
  actions?: ReactNode;
  /** One line below the title that explains the page. */
  lead?: ReactNode;
  children: ReactNode;
};

export function Page({ title, isFrame = false, heading, breadcrumbs = [], actions, lead, children }: PageProps) {
  usePageTitle(isFrame ? undefined : title);
  return (
    <div className="page">
      {breadcrumbs.length > 0 && (
        <nav aria-label={t('breadcrumbs')}>
          <Breadcrumbs separatorMargin={6} className="breadcrumbs">
            {breadcrumbs.map(({ label, to }) => (
              <TextLink key={to} to={to} size="sm">
                {label}
              </TextLink>
            ))}
            <span className="breadcrumb-here">{title}</span>
          </Breadcrumbs>
        </nav>
      )}
      <Group justify="space-between" align="flex-start" gap="sm" className="page-head">
        <div className="shrink">
          <Title order={1} size="h2" className="page-title">
            {heading ?? title}
          </Title>
          {lead && <div className="page-lead">{lead}</div>}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}

export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = t('daybookTitle', { title });
  }, [title]);
}

/** A part of a page in its own box. */
export function Section({
  title,
  actions,
  children,
  lead,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="section">
      {(title || actions) && (
        <Group justify="space-between" align="center" gap="xs" className="section-head">
          <div className="shrink">
            {title && (
              <Title order={2} size="h5">
                {title}
              </Title>
            )}
            {lead && <div className="section-lead">{lead}</div>}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </section>
  );
}
