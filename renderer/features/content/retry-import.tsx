import { Button } from '@mantine/core'
import { FileUp, RotateCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentItem } from 'earshot/client'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { shownName } from '../../ui/shown-name.ts'
import { useReplaceFile, useReprocess } from './queries.ts'
import styles from './queue.module.css'

type Props = {
  item: Pick<ContentItem, 'id' | 'project_id' | 'title'>
  size?: 'xs' | 'sm'
  /** Called with the id of the new recording, once its file is with the service. */
  onReplaced?: (contentId: string) => void
}

/** For a transcript file that could not be read: read it again, or send another in its place. */
export function RetryImport({ item, size = 'sm', onReplaced }: Props) {
  const { t } = useTranslation('content')
  const input = useRef<HTMLInputElement>(null)
  const again = useReprocess(item.project_id, item.id)
  const replace = useReplaceFile(item.project_id, item.id, (createdId, file) => {
    announce(t('retryImport.replaced', { name: file.name }))
    onReplaced?.(createdId)
  })
  const name = shownName(item)
  const error = replace.error ?? again.error
  return (
    <div className={styles['buttons']}>
      <FormFailure message={error ? asFailure(error).message : null} />
      <Button
        size={size}
        variant="default"
        aria-label={t('retryImport.againOf', { name })}
        leftSection={<RotateCw size={14} />}
        loading={again.isPending}
        onClick={() => again.mutate({})}
      >
        {t('retryImport.again')}
      </Button>
      <Button
        size={size}
        variant="default"
        aria-label={t('retryImport.anotherFor', { name })}
        leftSection={<FileUp size={14} />}
        loading={replace.isPending}
        onClick={() => input.current?.click()}
      >
        {t('retryImport.another')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('retryImport.anotherFor', { name })}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) replace.mutate(file)
          // Allow choosing the same file again.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
