import { Download, Pencil, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '../api/types.ts'
import { awaitCommand, useCommands, type Command } from '../ui/commands.ts'

type Acts = { transcribe: () => void; edit: () => void }

/** The command palette's actions for the open recording. */
export function useRecordingCommands(recording: ContentDetail, { transcribe, edit }: Acts): void {
  const { t } = useTranslation('palette')
  const { status, transcript, source } = recording
  const isSettled = status !== 'processing' && status !== 'uploaded'
  const canTranscribe = isSettled && source === 'recording'
  const hasText = transcript !== null
  const commands = useMemo(() => {
    const again: Command = {
      id: 'recording.transcribe',
      kind: 'action',
      label: t('commands.transcribe'),
      keywords: t('keywords.transcribe'),
      Icon: RefreshCw,
      run: transcribe,
    }
    const take: Command = {
      id: 'transcript.export',
      kind: 'action',
      label: t('commands.export'),
      keywords: t('keywords.export'),
      Icon: Download,
      run: () => awaitCommand('transcript.export'),
    }
    const details: Command = {
      id: 'recording.details',
      kind: 'action',
      label: t('commands.details'),
      keywords: t('keywords.details'),
      Icon: Pencil,
      run: edit,
    }
    return [details, ...(canTranscribe ? [again] : []), ...(hasText ? [take] : [])]
  }, [t, transcribe, edit, canTranscribe, hasText])
  useCommands('recording', commands)
}
