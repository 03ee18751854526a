import { Button } from '@mantine/core'
import { FileAudio, FolderOpen, Upload } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAwaitedCommand } from '../../ui/commands.ts'
import { ofChosen, ofFolder, type Gathered } from './gather-files.ts'
import styles from './upload-zone.module.css'

type Props = {
  onGathered: (gathered: Gathered) => void
  /** Whether files are being dragged over the page. */
  isOver: boolean
  isBig: boolean
  children?: ReactNode
}

/** Adds recordings by choosing files or a folder; dropping and pasting work on the whole page. */
export function UploadZone({ onGathered, isOver, isBig, children }: Props) {
  const { t } = useTranslation('content')
  const input = useRef<HTMLInputElement>(null)
  // A menu or the palette can trigger this from any screen.
  useAwaitedCommand('content.add', () => input.current?.click())
  return (
    <section
      aria-label={t('add.title')}
      className={`${styles['zone']} ${isBig ? styles['big'] : ''}`}
      data-over={isOver || undefined}
    >
      <Upload size={isBig ? 24 : 17} aria-hidden="true" className={styles['icon']} />
      <div className={styles['text']}>{children ?? <p>{t('add.text')}</p>}</div>
      <div className={styles['buttons']}>
        <Button
          variant={isBig ? 'filled' : 'default'}
          leftSection={<FileAudio size={15} />}
          onClick={() => input.current?.click()}
        >
          {t('add.files')}
        </Button>
        <Button
          variant="default"
          leftSection={<FolderOpen size={15} />}
          onClick={() => chooseFolder((files) => onGathered(ofFolder(files)))}
        >
          {t('add.folder')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('add.input')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Allow choosing the same file again.
          currentTarget.value = ''
          if (files.length > 0) onGathered(ofChosen(files))
        }}
      />
    </section>
  )
}

function chooseFolder(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.webkitdirectory = true
  input.hidden = true
  input.addEventListener('change', () => {
    onFiles([...(input.files ?? [])])
    input.remove()
  })
  input.addEventListener('cancel', () => input.remove())
  // Some browsers ignore an input that is not in the document.
  document.body.append(input)
  input.click()
}
