import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { Prompt } from '../api/types.ts'
import { PromptForm } from '../features/prompts/prompt-form.tsx'
import { useSavePrompt, type PromptBody } from '../features/prompts/queries.ts'
import { PromptTrial } from './prompt-trial.tsx'

/** A prompt and where it starts from: its own fields, those of a built-in one, or none. */
export function PromptEditor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const isOwn = prompt?.type === 'custom'
  const save = useSavePrompt(isOwn ? prompt.id : null)
  const [tried, setTried] = useState<{ body: PromptBody; count: number } | null>(null)
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={isOwn ? `Edit “${prompt.name}”` : 'New prompt'}
    >
      <PromptForm
        prompt={prompt}
        onSave={async (body) => {
          await save.mutateAsync(body)
          onClose()
        }}
        onCancel={onClose}
        onTry={(body) => setTried((before) => ({ body, count: (before?.count ?? 0) + 1 }))}
      />
      {tried ? <PromptTrial key={tried.count} body={tried.body} /> : null}
    </Modal>
  )
}
