import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Target = { to: string; search?: Record<string, string | undefined>; children: ReactNode; 'aria-label'?: string };

/** A link to another page of the portal. `to` comes from `paths`. `inText` underlines a link inside a sentence. */
export function TextLink({ to, search, inText = false, ...rest }: Target & AnchorProps & { inText?: boolean }) {
  return (
    <Anchor
      inherit={rest.size === undefined}
      underline={inText ? 'always' : 'hover'}
      {...rest}
      renderRoot={(props) => <Link {...props} to={to} search={search as never} />}
    />
  );
}

export function ButtonLink({ to, search, ...rest }: Target & ButtonProps) {
  return <Button {...rest} renderRoot={(props) => <Link {...props} to={to} search={search as never} />} />;
}
