import { Button, Menu } from '@mantine/core'
import { ClipboardCopy, Download } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { menuManner } from '../../ui/menu-manner.ts'
import type { Place } from './edits.ts'
import { fetchExport, formats, saveFile, type ExportFormat } from './export-file.ts'

type Props = {
  place: Place
  /** Of the recording. */
  filename: string
  /** Null for the current one. */
  version: number | null
  onFailure: (sentence: string) => void
}

/** Takes the transcript along, as a file or as text. */
export function ExportMenu({ place, filename, version, onFailure }: Props) {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      announce(await work())
    } catch (error) {
      onFailure(`Not exported. ${asFailure(error).message} Try again.`)
    } finally {
      setBusy(false)
    }
  }
  const download = async (format: ExportFormat) => {
    const { name, body } = await fetchExport(place, version, format)
    const own = name ?? `${filename.replace(/\.[^.]+$/, '')}.${format}`
    saveFile({ name: own, body })
    return `${own} is saved`
  }
  const copy = async () => {
    const { body } = await fetchExport(place, version, 'txt')
    await navigator.clipboard.writeText(await body.text())
    return 'The transcript is copied'
  }
  return (
    <Menu position="bottom-end" shadow="md" width={230} {...menuManner}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Download size={14} />} loading={isBusy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label }) => (
          <Menu.Item
            key={format}
            rightSection={<span aria-hidden="true">.{format}</span>}
            onClick={() => void run(() => download(format))}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<ClipboardCopy size={14} />} onClick={() => void run(copy)}>
          Copy as text
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
