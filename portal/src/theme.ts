import {
  ActionIcon,
  Button,
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Menu,
  Modal,
  NumberInput,
  PasswordInput,
  Popover,
  Select,
  Table,
  Textarea,
  TextInput,
} from '@mantine/core';

/** The accent colour. Shade 7 on white and shade 3 on the dark background both reach a contrast of 4.5 : 1. */
const accent = [
  '#e8f7f4',
  '#d2ece7',
  '#a3d9ce',
  '#71c5b4',
  '#49b39e',
  '#2f9a86',
  '#22897a',
  '#14705f',
  '#0d5b4e',
  '#08483e',
] as const;

/** Keeps screen readers from announcing a dialog's header as the banner of the page. */
const dialog = { attributes: { header: { role: 'presentation' } } };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  colors: { accent },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '600' },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Drawer: Drawer.extend({ defaultProps: { ...dialog } }),
    // When a menu opens, its first item gets the focus. Keyboard users expect this.
    Menu: Menu.extend({ defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({ defaultProps: { centered: true, ...dialog } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md' } }),
    Combobox: Combobox.extend({ defaultProps: { shadow: 'md' } }),
    NumberInput: NumberInput.extend({ defaultProps: { size: 'sm' } }),
    PasswordInput: PasswordInput.extend({ defaultProps: { size: 'sm' } }),
    Select: Select.extend({ defaultProps: { size: 'sm' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 8, horizontalSpacing: 'sm' } }),
    Textarea: Textarea.extend({ defaultProps: { size: 'sm' } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
  },
});

/**
 * The tokens of all pages: colours, radii, shadow. They replace Mantine's default greys, which do not reach a contrast of
 * 4.5 : 1.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--db-radius': '8px', '--db-radius-small': '5px' },
  light: {
    '--mantine-color-dimmed': '#565e67',
    '--mantine-color-placeholder': '#6b737c',
    '--mantine-color-error': '#c22525',
    '--mantine-color-anchor': '#0d6453',
    '--mantine-color-body': '#ffffff',
    '--db-ground': '#f6f7f8',
    '--db-line': '#dfe3e6',
    '--db-good': '#1a6f33',
    '--db-busy': '#1862b4',
    '--db-wait': '#8a5a00',
    '--db-bad': '#b92222',
    '--db-idle': '#565e67',
    '--db-shadow': '0 1px 2px rgb(16 24 40 / 5%)',
    '--db-scroll-shadow': 'rgb(16 24 40 / 18%)',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0b8',
    '--mantine-color-placeholder': '#959ca5',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': '#6fd0bd',
    '--mantine-color-body': '#1b1e21',
    '--db-ground': '#141618',
    '--db-line': '#33383d',
    '--db-good': '#6cd08a',
    '--db-busy': '#7db8f5',
    '--db-wait': '#e8b45a',
    '--db-bad': '#ff8f8f',
    '--db-idle': '#a9b0b8',
    '--db-shadow': 'none',
    '--db-scroll-shadow': 'rgb(0 0 0 / 60%)',
  },
});
