import { Download, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '../api/types.ts'
import { awaitCommand, useCommands, type Command } from '../ui/commands.ts'

/** The command palette's actions for the open recording. */
export function useRecordingCommands(recording: ContentDetail, transcribe: () => void): void {
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
    return [...(canTranscribe ? [again] : []), ...(hasText ? [take] : [])]
  }, [t, transcribe, canTranscribe, hasText])
  useCommands('recording', commands)
}
