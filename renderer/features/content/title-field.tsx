import { Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { ContentDetail } from '../../api/types.ts'
import { announce } from '../../ui/announcer.ts'
import { useAwaitedCommand } from '../../ui/commands.ts'
import { shownName } from '../../ui/shown-name.ts'
import { useChangeRecording } from './queries.ts'
import styles from './title-field.module.css'

type Props = { recording: ContentDetail }

/** The title of a recording, as the screen's h1; pressed, it is a field in the same place. */
export function TitleField({ recording }: Props) {
  const { t } = useTranslation('content')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isLeft = useRef(false)
  const title = shownName(recording)
  useAwaitedCommand('recording.rename', () => setOpen(true))
  useEffect(() => {
    // The keyboard goes on where it was, unless the field was left for somewhere else.
    if (!isOpen && isLeft.current) button.current?.focus({ preventScroll: true })
    isLeft.current = false
  }, [isOpen])
  const close = (returns: boolean) => {
    isLeft.current = returns
    setOpen(false)
  }
  return (
    <>
      <h1 tabIndex={-1} className={isOpen ? 'visually-hidden' : undefined}>
        {isOpen ? (
          title
        ) : (
          <button
            ref={button}
            type="button"
            className={styles['title']}
            title={t('details.rename')}
            onClick={() => setOpen(true)}
          >
            {title}
          </button>
        )}
      </h1>
      {isOpen ? <Field recording={recording} before={title} onClose={close} /> : null}
    </>
  )
}

const begin = (field: HTMLTextAreaElement | null) => {
  field?.focus()
  field?.select()
}

type FieldProps = Props & { before: string; onClose: (returns: boolean) => void }

/** Enter and leaving it save, Escape does not. A refusal keeps what was typed. */
function Field({ recording, before, onClose }: FieldProps) {
  const { t } = useTranslation('content')
  const [text, setText] = useState(before)
  const change = useChangeRecording(recording.project_id, recording.id)
  const save = (returns: boolean) => {
    if (change.isPending) return
    // A pasted title may have several lines; it is one.
    const title = text.trim().replaceAll(/\s+/g, ' ')
    if (title === before) return onClose(returns)
    change.mutate(
      { title: title === '' ? null : title },
      {
        onSuccess: () => {
          announce(t('details.saved'))
          onClose(returns)
        },
      },
    )
  }
  return (
    <Textarea
      aria-label={t('details.title')}
      classNames={{ input: styles['field'] ?? '' }}
      ref={begin}
      rows={1}
      maxLength={200}
      value={text}
      error={change.error ? asFailure(change.error).message : null}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => save(false)}
      onKeyDown={(event) => {
        // Enter and Escape that choose or leave a word of an input method are not meant for the field.
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          event.preventDefault()
          save(true)
        }
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose(true)
      }}
    />
  )
}
