import { Affix, Button, Notification } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { i18n } from '../i18n/i18n.ts'
import { announce } from './announcer.ts'
import styles from './undo-note.module.css'

type Offer = { text: string; undo: () => Promise<unknown> }

type Store = { offer: Offer | null; made: number; state: 'offered' | 'busy' | 'failed' }

const useOffer = create<Store>(() => ({ offer: null, made: 0, state: 'offered' }))

/** Says what was done, and offers to take it back; it outlives the screen that it was done on. */
export function offerUndo(text: string, undo: Offer['undo']): void {
  announce(text)
  useOffer.setState(({ made }) => ({ offer: { text, undo }, made: made + 1, state: 'offered' }))
}

/** Takes back what is offered; nothing where nothing is, or while it is being taken back. */
export async function undoLast(): Promise<void> {
  const { offer, state } = useOffer.getState()
  if (!offer || state === 'busy') return
  useOffer.setState({ state: 'busy' })
  try {
    await offer.undo()
    announce(i18n.t('parts:undo.done'))
    if (useOffer.getState().offer === offer) close()
  } catch {
    if (useOffer.getState().offer === offer) useOffer.setState({ state: 'failed' })
  }
}

const close = () => useOffer.setState({ offer: null })
const shownMs = 15_000

/** The last thing that can be taken back, for a while; not while it is looked at. */
export function UndoNote() {
  const { offer, made } = useOffer()
  return offer ? <Note key={made} offer={offer} /> : null
}

function Note({ offer: { text } }: { offer: Offer }) {
  const { t } = useTranslation('parts')
  const [isHeld, setHeld] = useState(false)
  const state = useOffer((store) => store.state)
  useEffect(() => {
    if (isHeld || state === 'busy') return undefined
    const timer = setTimeout(close, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, state])
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
            onClick={() => void undoLast()}
          >
            {t('undo.label')}
          </Button>
        </div>
      </Notification>
    </Affix>
  )
}
