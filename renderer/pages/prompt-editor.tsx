import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Prompt } from '../api/types.ts'
import { PromptForm } from '../features/prompts/prompt-form.tsx'
import { useSavePrompt, type PromptBody } from '../features/prompts/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import styles from './prompt-editor.module.css'
import { PromptTrial } from './prompt-trial.tsx'

/** A prompt and where it starts from: its own fields, those of a built-in one, or none. */
export function PromptEditor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const isOwn = prompt?.type === 'custom'
  const save = useSavePrompt(isOwn ? prompt.id : null)
  const [tried, setTried] = useState<{ body: PromptBody; count: number } | null>(null)
  const [isEdited, setEdited] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => (isEdited ? setLeaving(true) : onClose())
  return (
    <Modal
      opened
      size={tried ? '76rem' : '48rem'}
      onClose={leave}
      // While it is asked whether to leave, Escape answers that question.
      closeOnEscape={!isLeaving}
      closeOnClickOutside={false}
      title={isOwn ? t('editTitle', { name: prompt.name }) : t('new')}
    >
      <div className={styles['columns']} data-tried={tried !== null}>
        <PromptForm
          prompt={prompt}
          onSave={async (body) => {
            await save.mutateAsync(body)
            onClose()
          }}
          onCancel={leave}
          onTry={(body) => setTried((before) => ({ body, count: (before?.count ?? 0) + 1 }))}
          onEdit={() => setEdited(true)}
        />
        {tried ? (
          <div className={styles['trial']}>
            <PromptTrial key={tried.count} body={tried.body} />
          </div>
        ) : null}
      </div>
      {/* Made when it is asked: the Escape that asks would else also answer. */}
      {isLeaving ? (
        <ConfirmDialog
          isOpen
          title={t('leave.title')}
          confirmLabel={t('leave.confirm')}
          cancelLabel={t('leave.stay')}
          isBusy={false}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          {t('leave.about')}
        </ConfirmDialog>
      ) : null}
    </Modal>
  )
}
