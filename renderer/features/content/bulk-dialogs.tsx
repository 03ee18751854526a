import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core'
import type { ExportFormat } from 'earshot/client'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type AskProps = { count: number; onClose: () => void }

type PromptChoice = { id: string; name: string }
type AnalyseProps = AskProps & {
  prompts: readonly PromptChoice[]
  /** The project's default. */
  usual: string | null
  onAnalyse: (promptId: string) => void
}

export function AnalyseManyDialog({ count, prompts, usual, onAnalyse, onClose }: AnalyseProps) {
  const { t } = useTranslation('content')
  const [promptId, setPromptId] = useState(usual ?? prompts[0]?.id ?? '')
  return (
    <ChoiceDialog
      title={t('bulk.ask.analyseTitle', { count })}
      confirmLabel={t('bulk.ask.analyseConfirm')}
      isReady={promptId !== ''}
      onConfirm={() => onAnalyse(promptId)}
      onClose={onClose}
    >
      <NativeSelect
        label={t('bulk.ask.prompt')}
        description={t('bulk.ask.analyseText')}
        value={promptId}
        onChange={(event) => setPromptId(event.currentTarget.value)}
        data={prompts.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </ChoiceDialog>
  )
}

const formats: readonly ExportFormat[] = ['txt', 'docx', 'md', 'srt', 'vtt', 'json']

type ExportProps = AskProps & { onExport: (format: ExportFormat) => void }

export function ExportManyDialog({ count, onExport, onClose }: ExportProps) {
  const { t } = useTranslation('content')
  const [format, setFormat] = useState<ExportFormat>('txt')
  return (
    <ChoiceDialog
      title={t('bulk.ask.exportTitle', { count })}
      confirmLabel={t('bulk.ask.exportConfirm')}
      isReady
      onConfirm={() => onExport(format)}
      onClose={onClose}
    >
      <NativeSelect
        label={t('bulk.ask.format')}
        description={t('bulk.ask.exportText', { count })}
        value={format}
        onChange={({ currentTarget: { value } }) =>
          setFormat(formats.find((one) => one === value) ?? 'txt')
        }
        data={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
      />
    </ChoiceDialog>
  )
}

type ChoiceProps = {
  title: string
  confirmLabel: string
  isReady: boolean
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}

function ChoiceDialog(props: ChoiceProps) {
  const { t } = useTranslation('content')
  return (
    <Modal opened onClose={props.onClose} title={props.title} size="sm">
      <Stack gap="md">
        {props.children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t('bulk.ask.cancel')}
          </Button>
          <Button disabled={!props.isReady} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
