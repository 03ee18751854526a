import { Button } from '@mantine/core'
import { FileAudio, FolderOpen, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choosing } from './choose-files.tsx'
import styles from './upload-zone.module.css'

type Props = Choosing & {
  /** Whether files are being dragged over the page. */
  isOver: boolean
  isBig: boolean
  children?: ReactNode
}

/** Adds recordings by choosing files or a folder; dropping and pasting work on the whole page. */
export function UploadZone({ chooseFiles, chooseFolder, isOver, isBig, children }: Props) {
  const { t } = useTranslation('content')
  return (
    <section
      aria-label={t('add.title')}
      className={`${styles['zone']} ${isBig ? styles['big'] : ''}`}
      data-over={isOver || undefined}
    >
      <Upload size={isBig ? 24 : 17} aria-hidden="true" className={styles['icon']} />
      <div className={styles['text']}>
        {isOver ? <p>{t('add.drop')}</p> : (children ?? <p>{t('add.text')}</p>)}
      </div>
      <div className={styles['buttons']}>
        <Button
          variant={isBig ? 'filled' : 'default'}
          leftSection={<FileAudio size={15} />}
          onClick={chooseFiles}
        >
          {t('add.files')}
        </Button>
        <Button variant="default" leftSection={<FolderOpen size={15} />} onClick={chooseFolder}>
          {t('add.folder')}
        </Button>
      </div>
    </section>
  )
}
