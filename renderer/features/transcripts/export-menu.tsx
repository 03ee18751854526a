import { Button, Menu } from '@mantine/core'
import { ClipboardCopy, Download } from 'lucide-react'
import { client, exportTranscript, type ExportFormat } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { useAwaitedCommand } from '../../ui/commands.ts'
import { menuManner } from '../../ui/menu-manner.ts'
import type { ContentRef } from '../../api/types.ts'
import { saveFile } from '../../ui/save-file.ts'

type Props = {
  contentRef: ContentRef
  /** Null for the current version. */
  version: number | null
  onFailure: (sentence: string) => void
}

/** Exports the transcript as a file or as text. */
export function ExportMenu({ contentRef, version, onFailure }: Props) {
  const { t } = useTranslation('transcripts')
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useAwaitedCommand('transcript.export', () => setOpen(true))
  const run = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      announce(await work())
    } catch (error) {
      onFailure(t('export.failed', { cause: asFailure(error).message }))
    } finally {
      setBusy(false)
    }
  }
  const ask = (format: ExportFormat) =>
    exportTranscript(client, contentRef, { format, ...(version !== null && { version }) })
  const download = async (format: ExportFormat) => {
    const { blob, filename: name } = await ask(format)
    saveFile({ name, body: blob })
    return t('export.saved', { name })
  }
  const copy = async () => {
    const { blob } = await ask('txt')
    await navigator.clipboard.writeText(await blob.text())
    return t('export.copied')
  }
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      width={230}
      {...menuManner}
    >
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Download size={14} />} loading={isBusy}>
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            rightSection={<span aria-hidden="true">.{format}</span>}
            onClick={() => void run(() => download(format))}
          >
            {t(`formats.${format}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<ClipboardCopy size={14} />} onClick={() => void run(copy)}>
          {t('export.copy')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const formats = ['txt', 'docx', 'md', 'srt', 'vtt', 'json'] as const
