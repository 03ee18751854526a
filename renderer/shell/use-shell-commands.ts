import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import {
  FileText,
  Keyboard,
  Languages,
  MessageCircleQuestion,
  Mic,
  Monitor,
  Moon,
  Plus,
  Search,
  Sun,
  Upload,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, languages } from '../i18n/language.ts'
import { awaitCommand, useCommands, type Command } from '../ui/commands.ts'
import { settingsGroups } from '../settings-places.ts'
import { openShortcuts } from '../ui/shortcuts.ts'
import { mainPlaces, queuePlace, settingsPlace } from './places.ts'
import { useImport } from './use-import.ts'
import { useLockCommand } from './use-lock-command.ts'

/** Commands available on every screen. */
export function useShellCommands(): void {
  const actions = useActions()
  const pages = usePages()
  const settings = useSettings()
  useCommands('shell.actions', actions)
  useCommands('shell.pages', pages)
  useCommands('shell.settings', settings)
  useLockCommand()
}

function useActions(): Command[] {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const importFiles = useImport()
  return useMemo(
    () => [
      {
        id: 'record',
        kind: 'action',
        label: t('commands.record'),
        keywords: t('keywords.record'),
        Icon: Mic,
        run: () => void navigate({ to: '/record' }),
      },
      {
        id: 'import',
        kind: 'action',
        label: t('commands.import'),
        keywords: t('keywords.import'),
        Icon: Upload,
        run: importFiles,
      },
      {
        id: 'project.new',
        kind: 'action',
        label: t('commands.newProject'),
        keywords: t('keywords.newProject'),
        Icon: Plus,
        run: () => {
          awaitCommand('project.new')
          void navigate({ to: '/projects' })
        },
      },
      {
        id: 'prompt.new',
        kind: 'action',
        label: t('commands.newPrompt'),
        keywords: t('keywords.newPrompt'),
        Icon: FileText,
        run: () => {
          awaitCommand('prompt.new')
          void navigate({ to: '/prompts' })
        },
      },
      {
        id: 'ask.all',
        kind: 'action',
        label: t('commands.askAll'),
        keywords: t('keywords.askAll'),
        Icon: MessageCircleQuestion,
        run: () => {
          awaitCommand('library.ask')
          void navigate({ to: '/search' })
        },
      },
      {
        id: 'shortcuts',
        kind: 'action',
        label: t('commands.shortcuts'),
        keywords: t('keywords.shortcuts'),
        Icon: Keyboard,
        run: openShortcuts,
      },
    ],
    [t, navigate, importFiles],
  )
}

const everywhere = () => [
  ...mainPlaces,
  queuePlace,
  settingsPlace,
  ...settingsGroups().flatMap(({ places }) => places),
]

function usePages(): Command[] {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  return useMemo(
    () => [
      ...everywhere().map(({ link, name, Icon }): Command => ({
        id: `go.${name}`,
        kind: 'place',
        label: t('palette:commands.goTo', { place: t(`shell:places.${name}`) }),
        Icon,
        run: () => void navigate(link),
      })),
      {
        id: 'go.search',
        kind: 'place',
        label: t('palette:commands.searchPage'),
        Icon: Search,
        run: () => void navigate({ to: '/search' }),
      },
    ],
    [t, navigate],
  )
}

const schemes = [
  { scheme: 'dark', Icon: Moon },
  { scheme: 'light', Icon: Sun },
  { scheme: 'auto', Icon: Monitor },
] as const

function useSettings(): Command[] {
  const { t, i18n } = useTranslation('palette')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return useMemo(
    () => [
      ...schemes
        .filter(({ scheme }) => scheme !== colorScheme)
        .map(({ scheme, Icon }): Command => ({
          id: `scheme.${scheme}`,
          kind: 'setting',
          label: t(`commands.${scheme}`),
          keywords: t('keywords.scheme'),
          Icon,
          run: () => setColorScheme(scheme),
        })),
      ...languages
        .filter(({ code }) => code !== i18n.language)
        .map(({ code, name }): Command => ({
          id: `language.${code}`,
          kind: 'setting',
          label: t('commands.language', { name }),
          keywords: t('keywords.language'),
          Icon: Languages,
          run: () => void chooseLanguage(code),
        })),
    ],
    [t, i18n.language, colorScheme, setColorScheme],
  )
}
