import { Button } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { EditSession } from './edit-session.ts'
import type { SpeakerLook } from './speakers.ts'
import styles from './speaker-suggestion.module.css'
import { useLocalStorage } from '@mantine/hooks'

type Props = { speaker: SpeakerLook; name: string; session: EditSession }

/** Suggests who a speaker sounds like, from the voices the project remembers; a person decides. */
export function SpeakerSuggestion({ speaker, name, session }: Props) {
  const { t } = useTranslation('transcripts')
  const [isDismissed, dismiss] = useDismissal(
    `${session.contentRef.contentId}/${speaker.id}/${name}`,
  )
  if (isDismissed) return null
  return (
    <span className={styles['suggestion']}>
      {t('suggestion.sounds', { name })}
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<Check size={12} />}
        aria-label={t('suggestion.acceptFor', { name, speaker: speaker.name })}
        onClick={() => session.attempt({ kind: 'rename', speakerId: speaker.id, name })}
      >
        {t('suggestion.accept')}
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<X size={12} />}
        aria-label={t('suggestion.dismissFor', { name, speaker: speaker.name })}
        onClick={dismiss}
      >
        {t('suggestion.dismiss')}
      </Button>
    </span>
  )
}

const kept = 500

/** Whether a suggestion was dismissed in this browser, and a function to dismiss it. */
function useDismissal(proposal: string): [isDismissed: boolean, dismiss: () => void] {
  const [all, setAll] = useLocalStorage<string[]>({
    key: 'earshot.dismissed-names',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const dismiss = () => setAll((before) => [...before.slice(1 - kept), proposal])
  return [all.includes(proposal), dismiss]
}
