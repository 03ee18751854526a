import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { useEmptyTrash, useTrash } from '../features/trash/queries.ts'
import { TrashList } from '../features/trash/trash-list.tsx'
import { announce } from '../ui/announcer.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'

/** What was deleted on the page, for 30 days. */
export function BinPage() {
  const { t } = useTranslation('trash')
  const { items } = useTrash()
  const [isAsking, setAsking] = useState(false)
  const empty = useEmptyTrash()
  const close = () => setAsking(false)
  const onSuccess = () => {
    announce(t('emptied'))
    close()
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={t('about')}
        actions={
          items && items.length > 0 ? (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('empty')}
            </Button>
          ) : null
        }
      />
      <Panel flush>
        <TrashList />
      </Panel>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('emptyQuestion.title')}
        confirmLabel={t('emptyQuestion.confirm')}
        isBusy={empty.isPending}
        failure={empty.error ? asFailure(empty.error).message : null}
        onConfirm={() => empty.mutate(undefined, { onSuccess })}
        onClose={close}
      >
        {t('emptyQuestion.text')}
      </ConfirmDialog>
    </>
  )
}
