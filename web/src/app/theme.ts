// The look: neutral greys, one teal accent, AA contrast in both schemes (look.md).
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#e9f8f6',
  '#d3efeb',
  '#a7ded7',
  '#76cbc1',
  '#4cb8ac',
  '#279f93',
  '#138479',
  '#0b6e66',
  '#085a54',
  '#05423e',
];

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e6e9ec',
  '#d9dde2',
  '#c3c9d0',
  '#9aa2ac',
  '#6b7480',
  '#4b535e',
  '#343b44',
  '#1f242b',
];

const dark: MantineColorsTuple = [
  '#d5d9de',
  '#b4bac2',
  '#959ca6',
  '#6b727c',
  '#3a4048',
  '#2d3239',
  '#22262c',
  '#181b20',
  '#131619',
  '#0d0f12',
];

/** Badges and alerts: calm tints; in light the library's own text on them misses AA. */
const lightTints = {
  '--mantine-color-red-light': '#fdeeee',
  '--mantine-color-green-light': '#e2f5e6',
  '--mantine-color-yellow-light': '#fdf1d0',
  '--mantine-color-blue-light': '#e8f1fb',
  '--mantine-color-red-light-color': '#a61e1e',
  '--mantine-color-green-light-color': '#1b6131',
  '--mantine-color-yellow-light-color': '#6f4400',
  '--mantine-color-blue-light-color': '#17508f',
};

const darkTints = {
  '--mantine-color-red-light': '#361c1e',
  '--mantine-color-green-light': '#16331f',
  '--mantine-color-yellow-light': '#3a2c0e',
  '--mantine-color-blue-light': '#152b40',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--app-surface': 'var(--mantine-color-body)' },
  light: {
    '--mantine-color-dimmed': '#5a626d',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#b42323',
    '--app-canvas': '#f7f8f9',
    '--app-line': '#e3e6ea',
    '--app-hover': '#f2f5f6',
    '--app-accent-soft': '#e3f4f1',
    '--app-accent-text': '#085a54',
    ...lightTints,
  },
  dark: {
    '--mantine-color-dimmed': '#a2a9b3',
    '--mantine-color-placeholder': '#8b929c',
    '--mantine-color-error': '#ff9c9c',
    '--app-canvas': '#131619',
    '--app-line': '#2d3239',
    '--app-hover': '#23282e',
    '--app-accent-soft': '#15322f',
    '--app-accent-text': '#8fd9d0',
    ...darkTints,
  },
});

const fontFamily =
  "'Inter Variable', 'Noto Naskh Arabic Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, gray, dark },
  black: '#1b2027',
  fontFamily,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { md: '1.5' },
  headings: { fontFamily, fontWeight: '600' },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  // 'md' (768 px) is where the sidebar becomes a drawer.
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '88em' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: { styles: { title: { fontWeight: 600 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});
