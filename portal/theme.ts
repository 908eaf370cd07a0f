/**
 * Colors and fonts of the component library. Its defaults fail the contrast requirements of WCAG AA; these values are measured to
 * pass.
 */
import { createTheme, localStorageColorSchemeManager, type CSSVariablesResolver } from '@mantine/core';

export const theme = createTheme({
  primaryShade: 8,
  autoContrast: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  defaultRadius: 'sm',
  cursorType: 'pointer',
});

export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1a1b1e',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--assay-bad-text)',
  },
  dark: {
    '--mantine-color-text': '#dcdcdc',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--assay-bad-text)',
  },
});

/** The only value stored beyond the tab. color-scheme.js reads the same key. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'assay-color-scheme' });
