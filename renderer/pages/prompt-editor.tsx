import { Modal } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Prompt } from 'earshot/client'
import { usePeople } from '../features/members/queries.ts'
import { PromptForm } from '../features/prompts/prompt-form.tsx'
import { useSavePrompt, type PromptBody } from '../features/prompts/queries.ts'
import { usePromptForm, type PromptFormState } from '../features/prompts/use-prompt-form.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadingRows } from '../ui/states.tsx'
import styles from './prompt-editor.module.css'
import { PromptTrial } from './prompt-trial.tsx'

// Loaded together with the diff library.
const PromptVersions = lazy(async () => ({
  default: (await import('../features/prompts/prompt-versions.tsx')).PromptVersions,
}))

/** The panel open next to the form. */
type Beside = { what: 'trial'; body: PromptBody; count: number } | { what: 'versions' } | null

/** Edits a prompt, starting from its own fields, those of a built-in prompt, or none. */
export function PromptEditor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const { t } = useTranslation('prompts')
  const isOwn = prompt?.type === 'custom'
  const save = useSavePrompt(isOwn ? prompt.id : null)
  const [beside, setBeside] = useState<Beside>(null)
  const [isEdited, setEdited] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const state = usePromptForm(prompt, () => setEdited(true))
  const leave = () => (isEdited ? setLeaving(true) : onClose())
  return (
    <Modal
      opened
      size={beside ? '76rem' : '48rem'}
      onClose={leave}
      // While a question is open, Escape answers that question.
      closeOnEscape={!isLeaving && !isAsking}
      closeOnClickOutside={false}
      title={isOwn ? t('editTitle', { name: prompt.name }) : t('new')}
    >
      <div className={styles['columns']} data-beside={beside !== null}>
        <PromptForm
          state={state}
          onSave={async (body) => {
            await save.mutateAsync(body)
            onClose()
          }}
          onCancel={leave}
          onTry={(body) =>
            setBeside((before) => ({
              what: 'trial',
              body,
              count: before?.what === 'trial' ? before.count + 1 : 1,
            }))
          }
          onVersions={prompt ? () => setBeside({ what: 'versions' }) : undefined}
        />
        {beside ? (
          <div className={styles['beside']}>
            {beside.what === 'trial' ? <PromptTrial key={beside.count} body={beside.body} /> : null}
            {beside.what === 'versions' && prompt ? (
              <Versions promptId={prompt.id} state={state} onAsking={setAsking} />
            ) : null}
          </div>
        ) : null}
      </div>
      {/* Mounted only when asked; otherwise the Escape that opens it would also answer it. */}
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

type VersionsProps = {
  promptId: string
  state: PromptFormState
  onAsking: (isAsking: boolean) => void
}

/** Connects a prompt's versions with its form and their authors. */
function Versions({ promptId, state, onAsking }: VersionsProps) {
  const { t } = useTranslation('prompts')
  return (
    <Suspense fallback={<LoadingRows rows={3} label={t('versions.loading')} />}>
      <PromptVersions
        promptId={promptId}
        people={usePeople()}
        written={state.written}
        onRestore={state.fill}
        onAsking={onAsking}
      />
    </Suspense>
  )
}
