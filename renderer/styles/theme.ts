import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const sea: MantineColorsTuple = [
  '#e9f6f4',
  '#d3ebe8',
  '#a5d6d0',
  '#76c1b8',
  '#4fb0a5',
  '#2f9c90',
  '#148075',
  '#0d7267',
  '#0a5e55',
  '#074a43',
]

/** Mantine's greys for the dark scheme, tinted to match our surfaces. */
const dark: MantineColorsTuple = [
  '#e5e7e8',
  '#c4c9cc',
  '#a0a8ae',
  '#6f777c',
  '#464d52',
  '#2e3336',
  '#202427',
  '#1a1d1f',
  '#15181a',
  '#121415',
]

/** Maps Mantine onto tokens.css, so its components match ours. */
export const themeWith = (words: { close: string }) =>
  createTheme({
    colors: { sea, dark },
    primaryColor: 'sea',
    // White text has a contrast above 4.5 to 1 on both.
    primaryShade: { light: 7, dark: 6 },
    defaultRadius: 6,
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
    fontSizes: { xs: '12px', sm: '13.5px', md: '14px', lg: '16px', xl: '20px' },
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      TextInput: { defaultProps: { size: 'sm' } },
      Modal: {
        styles: { title: { fontWeight: 620, fontSize: 'var(--text-large)' } },
        defaultProps: {
          centered: true,
          closeButtonProps: { 'aria-label': words.close },
          // Not a landmark: a dialog on top of another one would create a second banner.
          attributes: { header: { role: 'presentation' } },
        },
      },
      Tooltip: { defaultProps: { openDelay: 400 } },
    },
  })

export const themeVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-muted)',
    '--mantine-color-placeholder': 'var(--text-muted)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--bad-text)',
  }
  return { variables: {}, light: shared, dark: shared }
}
