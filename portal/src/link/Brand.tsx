import { Button, Group, MantineThemeProvider, mergeThemeOverrides, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from '../theme.ts';
import classes from './link.module.css';
import type { Link } from './link.ts';
import { textOn } from './text-on.ts';

/** The logo and the name of the client who requests the data. */
export function Brand({ link: { accountName, logo } }: { link: Link }) {
  return (
    <Group component="header" gap="sm" mb="md" wrap="nowrap" className={classes.brand}>
      {logo && <img src={logo} alt="" className={classes.logo} />}
      <Text fw={600} truncate>
        {accountName}
      </Text>
    </Group>
  );
}

/** Gives the buttons inside the colour of the client. */
export function BrandColor({ color, children }: { color: string | undefined; children: ReactNode }) {
  return <MantineThemeProvider theme={color ? withColor(color) : theme}>{children}</MantineThemeProvider>;
}

function withColor(color: string) {
  const own = {
    '--button-bg': color,
    '--button-hover': `color-mix(in srgb, ${color} 88%, ${textOn(color) === 'white' ? 'black' : 'white'})`,
    '--button-color': textOn(color),
  };
  // Buttons with a variant or a colour of their own keep it.
  const vars = (_: unknown, props: { variant?: string | undefined; color?: string | undefined }) => ({
    root: props.variant === undefined && props.color === undefined ? own : {},
  });
  return mergeThemeOverrides(theme, { components: { Button: Button.extend({ vars }) } });
}
