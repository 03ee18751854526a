import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { asFailure } from '../../api/failure.ts'
import { bridge } from '../../bridge.ts'
import styles from './project-settings.module.css'

type Props = {
  choose: {
    error: Error | null
    isPending: boolean
    mutate: (path: string, options?: { onSuccess: () => void }) => void
  }
  icon: ReactNode
  /** `dialog` names the button where the system asks for the folder; the others are of the form elsewhere. */
  labels: { dialog: string; path: string; about: string; submit: string }
}

/** By the system's dialog where there is one. The service may run where this page has none. */
export function FolderChooser({ choose, icon, labels }: Props) {
  const [path, setPath] = useState('')
  const { chooseFolder } = bridge()
  const failure = choose.error ? asFailure(choose.error) : null
  const message = failure?.details[0]?.message ?? failure?.message
  const button = { variant: 'default', leftSection: icon, loading: choose.isPending }
  if (chooseFolder) {
    const ask = async () => {
      const chosen = await chooseFolder()
      if (chosen !== null) choose.mutate(chosen)
    }
    return (
      <div>
        {message ? (
          <p role="alert" className={styles['problem']}>
            {message}
          </p>
        ) : null}
        <Button {...button} onClick={() => void ask()}>
          {labels.dialog}
        </Button>
      </div>
    )
  }
  const submit = () => {
    if (path.trim() !== '') choose.mutate(path.trim(), { onSuccess: () => setPath('') })
  }
  return (
    <div className={styles['folderForm']}>
      <TextInput
        label={labels.path}
        description={labels.about}
        value={path}
        error={message}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        spellCheck={false}
        onChange={(event) => setPath(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it saves the rest of the settings.
          event.preventDefault()
          submit()
        }}
      />
      <Button {...button} disabled={path.trim() === ''} onClick={submit}>
        {labels.submit}
      </Button>
    </div>
  )
}
