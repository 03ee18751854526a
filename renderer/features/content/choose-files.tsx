import { Button, Menu } from '@mantine/core'
import { FileAudio, FolderOpen, Plus } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAwaitedCommand } from '../../ui/commands.ts'
import { menuManner } from '../../ui/menu-manner.ts'
import { ofChosen, ofFolder, type Gathered } from './gather-files.ts'

/** Both ways to choose recordings on the disk. */
export type Choosing = { chooseFiles: () => void; chooseFolder: () => void }

/** `input` is to be rendered as long as somebody may choose, and shows nothing. */
export function useChooseFiles(
  onGathered: (gathered: Gathered) => void,
): Choosing & { input: ReactNode } {
  const { t } = useTranslation('content')
  const input = useRef<HTMLInputElement>(null)
  const chooseFiles = () => input.current?.click()
  // A menu or the palette can trigger this from any screen.
  useAwaitedCommand('content.add', chooseFiles)
  return {
    chooseFiles,
    chooseFolder: () => askForFolder((files) => onGathered(ofFolder(files))),
    input: (
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
    ),
  }
}

/** Adds recordings from a toolbar. */
export function AddMenu({ chooseFiles, chooseFolder }: Choosing) {
  const { t } = useTranslation('content')
  return (
    <Menu position="bottom-end" shadow="md" width={300} {...menuManner}>
      <Menu.Target>
        <Button variant="default" leftSection={<Plus size={15} />} data-short>
          {t('add.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileAudio size={15} />} onClick={chooseFiles}>
          {t('add.files')}
        </Menu.Item>
        <Menu.Item leftSection={<FolderOpen size={15} />} onClick={chooseFolder}>
          {t('add.folder')}
        </Menu.Item>
        <Menu.Label>{t('add.text')}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}

function askForFolder(onFiles: (files: File[]) => void): void {
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
