// Applies the chosen colour scheme before the first paint, with the key and attribute that Mantine
// uses.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const isDark =
  chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
