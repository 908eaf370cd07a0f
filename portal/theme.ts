/**
 * Colors and fonts of the component library. Its defaults fail the contrast requirements of WCAG AA; these values are measured to
 * pass.
 */
import { createTheme, localStorageColorSchemeManager, type CSSVariablesResolver } from '@mantine/core';

/** The accent color, from light to dark. */
const INDIGO = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#5850ec',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
] as const;

/** Grays of the dark scheme, from text to shadow. The component library takes its backgrounds and borders from them. */
const SLATE = [
  '#e3e6eb',
  '#b4bac6',
  '#828a98',
  '#6b7280',
  '#3f4552',
  '#343945',
  '#1d2027',
  '#15171c',
  '#101216',
  '#0b0c0f',
] as const;

export const theme = createTheme({
  colors: { indigo: INDIGO, dark: SLATE },
  primaryColor: 'indigo',
  primaryShade: 8,
  autoContrast: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: { Button: { defaultProps: { fw: 400 } } },
});

export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1a1b1e',
    '--mantine-color-default-color': 'var(--mantine-color-text)',
    '--mantine-color-dimmed': 'var(--assay-muted)',
    '--mantine-color-placeholder': 'var(--assay-muted)',
    '--mantine-color-error': 'var(--assay-bad-text)',
  },
  dark: {
    '--mantine-color-text': '#e3e6eb',
    '--mantine-color-default': 'var(--assay-body)',
    '--mantine-color-default-color': 'var(--mantine-color-text)',
    '--mantine-color-dimmed': 'var(--assay-muted)',
    '--mantine-color-placeholder': 'var(--assay-muted)',
    '--mantine-color-error': 'var(--assay-bad-text)',
  },
});

/** The only value stored beyond the tab. color-scheme.js reads the same key. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'assay-color-scheme' });
