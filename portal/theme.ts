/** Colors and type of the component kit. Its defaults fail the contrast of WCAG AA; these values were measured not to. */
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

/** The only thing that is kept beyond the tab. color-scheme.js reads the same key. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'assay-color-scheme' });
