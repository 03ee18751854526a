import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { Upload } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import styles from './upload-zone.module.css'

type Props = { onFiles: (files: File[]) => void; isBig: boolean; children?: ReactNode }

/** Takes files by drop or by picker, several at once. What a file is, the service finds out. */
export function UploadZone({ onFiles, isBig, children }: Props) {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      onDrop={onFiles}
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      multiple
      tabIndex={-1}
      inputProps={{ 'aria-label': 'Files to upload', tabIndex: -1 }}
      classNames={{ root: `${styles['zone']} ${isBig ? styles['big'] : ''}` }}
    >
      <div className={styles['inner']}>
        <Upload size={isBig ? 24 : 18} aria-hidden="true" className={styles['icon']} />
        <div className={styles['text']}>
          {children ?? <p>Drop audio or video here, or choose files. Up to 5 GB each.</p>}
        </div>
        <Button variant={isBig ? 'filled' : 'default'} onClick={() => open.current?.()}>
          Choose files
        </Button>
      </div>
    </Dropzone>
  )
}
