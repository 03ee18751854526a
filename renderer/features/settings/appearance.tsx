import { Select, Stack, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, chosenLanguage, languages, type Language } from '../../i18n/language.ts'

/** The page's language and colour scheme, stored on this machine. */
export function Appearance() {
  return (
    <Stack gap="md" maw={420}>
      <LanguageChoice />
      <ColourChoice />
    </Stack>
  )
}

export function LanguageChoice() {
  const { t } = useTranslation('settings')
  const [chosen, setChosen] = useState(chosenLanguage)
  const choose = (value: string | null) => {
    const language = languages.find(({ code }) => code === value)?.code ?? null
    setChosen(language)
    void chooseLanguage(language satisfies Language | null)
  }
  return (
    <Select
      label={t('appearance.language')}
      description={t('appearance.languageAbout')}
      allowDeselect={false}
      data={[
        { value: 'system', label: t('appearance.asSystem') },
        ...languages.map(({ code, name }) => ({ value: code, label: name })),
      ]}
      value={chosen ?? 'system'}
      onChange={choose}
    />
  )
}

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark']

function ColourChoice() {
  const { t } = useTranslation('settings')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const words = {
    auto: t('appearance.asSystem'),
    light: t('appearance.light'),
    dark: t('appearance.dark'),
  }
  return (
    <Select
      label={t('appearance.colours')}
      allowDeselect={false}
      data={schemes.map((value) => ({ value, label: words[value] }))}
      value={colorScheme}
      onChange={(value) => setColorScheme(schemes.find((one) => one === value) ?? 'auto')}
    />
  )
}
