import { Affix, Button, Notification } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { announce } from './announcer.ts'
import styles from './undo-note.module.css'

type Offer = { text: string; undo: () => Promise<unknown> }

const useOffer = create<{ offer: Offer | null }>(() => ({ offer: null }))

/** Says what was done, and offers to take it back; it outlives the screen that it was done on. */
export function offerUndo(text: string, undo: Offer['undo']): void {
  announce(text)
  useOffer.setState({ offer: { text, undo } })
}

const close = () => useOffer.setState({ offer: null })
const shownMs = 15_000

/** The last thing that can be taken back, for a while; not while it is looked at. */
export function UndoNote() {
  const offer = useOffer((state) => state.offer)
  return offer ? <Note key={offer.text} offer={offer} /> : null
}

function Note({ offer: { text, undo } }: { offer: Offer }) {
  const { t } = useTranslation('parts')
  const [isHeld, setHeld] = useState(false)
  const [state, setState] = useState<'offered' | 'busy' | 'failed'>('offered')
  useEffect(() => {
    if (isHeld || state === 'busy') return undefined
    const timer = setTimeout(close, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, state])
  const take = async () => {
    setState('busy')
    try {
      await undo()
      announce(t('undo.done'))
      close()
    } catch {
      setState('failed')
    }
  }
  return (
    <Affix position={{ bottom: 20, left: 0, right: 0 }} className={styles['place'] ?? ''}>
      <Notification
        className={styles['note'] ?? ''}
        onClose={close}
        closeButtonProps={{ 'aria-label': t('undo.close') }}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <div className={styles['row']}>
          <span>{state === 'failed' ? t('undo.failed') : text}</span>
          <Button
            size="xs"
            variant="default"
            loading={state === 'busy'}
            onClick={() => void take()}
          >
            {t('undo.label')}
          </Button>
        </div>
      </Notification>
    </Affix>
  )
}
