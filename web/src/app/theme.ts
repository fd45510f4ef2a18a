// The look: neutral greys, one teal accent, in two schemes and each with high contrast.
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { t } from '../text/text.ts';
import {
  dark,
  gray,
  light,
  lightContrast,
  night,
  nightContrast,
  type Tokens,
  teal,
} from './tokens.ts';

/** The tokens as CSS variables of Mantine and of our styles. */
const variables = (tokens: Tokens): Record<string, string> => ({
  '--mantine-color-body': tokens.body,
  '--mantine-color-text': tokens.text,
  '--mantine-color-dimmed': tokens.dimmed,
  '--mantine-color-placeholder': tokens.placeholder,
  '--mantine-color-error': tokens.error,
  '--mantine-color-anchor': tokens.accentText,
  '--mantine-color-teal-filled': tokens.filled,
  '--mantine-color-teal-filled-hover': tokens.filledHover,
  '--mantine-primary-color-contrast': tokens.onFilled,
  '--mantine-color-red-light': tokens.redSoft,
  '--mantine-color-red-light-color': tokens.redText,
  '--mantine-color-red-outline': tokens.redText,
  '--mantine-color-red-text': tokens.redText,
  '--mantine-color-green-light': tokens.greenSoft,
  '--mantine-color-green-light-color': tokens.greenText,
  '--mantine-color-yellow-light': tokens.amberSoft,
  '--mantine-color-yellow-light-color': tokens.amberText,
  '--mantine-color-blue-light': tokens.blueSoft,
  '--mantine-color-blue-light-color': tokens.blueText,
  '--app-surface': tokens.body,
  '--app-canvas': tokens.canvas,
  '--app-line': tokens.line,
  '--app-control': tokens.control,
  '--app-hover': tokens.hover,
  '--app-accent-soft': tokens.accentSoft,
  '--app-accent-text': tokens.accentText,
  '--app-filled': tokens.filled,
  '--app-on-filled': tokens.onFilled,
  '--app-focus': tokens.focus,
  '--app-figure': tokens.figure,
});

const contrastOnly = (tokens: Tokens): Record<string, string> => ({
  ...variables(tokens),
  '--mantine-color-bright': tokens.text,
  '--mantine-color-default': tokens.body,
  '--mantine-color-default-color': tokens.text,
  '--mantine-color-default-hover': tokens.hover,
  '--mantine-color-default-border': tokens.line,
  '--mantine-color-teal-light': tokens.accentSoft,
  '--mantine-color-teal-light-color': tokens.accentText,
  '--mantine-color-teal-text': tokens.accentText,
  '--mantine-color-gray-light': tokens.body,
  '--mantine-color-gray-light-color': tokens.text,
  '--mantine-color-gray-text': tokens.text,
});

/** Mantine's dark surfaces: fields, menus and their borders. */
const darkSurfaces = (tokens: Tokens): Record<string, string> => ({
  '--mantine-color-dark-4': tokens.line,
  '--mantine-color-dark-5': tokens.hover,
  '--mantine-color-dark-6': tokens.body,
  '--mantine-color-dark-7': tokens.body,
});

/** The CSS variables of both schemes, with or without high contrast. */
export const cssVariables =
  (hasHighContrast: boolean): CSSVariablesResolver =>
  () => ({
    variables: {},
    light: hasHighContrast ? contrastOnly(lightContrast) : variables(light),
    dark: hasHighContrast
      ? { ...contrastOnly(nightContrast), ...darkSurfaces(nightContrast) }
      : variables(night),
  });

const fontFamily =
  "'Inter Variable', 'Noto Naskh Arabic Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Made for each language: some of Mantine's components have texts. */
export const makeTheme = () =>
  createTheme({
    primaryColor: 'teal',
    primaryShade: { light: 7, dark: 7 },
    colors: { teal, gray, dark },
    black: light.text,
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
      // Hundreds of options are rendered when the list opens, not with the screen.
      Combobox: { defaultProps: { keepMounted: false } },
      Alert: { styles: { title: { fontWeight: 600 } } },
      Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
      InputWrapper: { styles: { label: { marginBottom: 4 } } },
      PasswordInput: {
        defaultProps: {
          visibilityToggleButtonProps: { 'aria-label': t('Show or hide the password') },
        },
      },
      Modal: {
        defaultProps: {
          centered: true,
          closeButtonProps: { 'aria-label': t('Close'), iconSize: 20 },
        },
        styles: { title: { fontWeight: 600 } },
      },
      // Mantine's focus placeholder is not a valid child of a menu (ARIA).
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // A dialog's header must not be a second banner landmark.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Drawer: {
        defaultProps: { closeButtonProps: { 'aria-label': t('Close'), iconSize: 20 } },
      },
    },
  });
