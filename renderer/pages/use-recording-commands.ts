import {
  Download,
  FolderInput,
  MessageCircleQuestion,
  Pencil,
  RefreshCw,
  Sparkles,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '../api/types.ts'
import { awaitCommand, useCommands, type Command } from '../ui/commands.ts'

type Acts = { transcribe: () => void; move: () => void; showSide: () => void }
type Name = 'rename' | 'move' | 'analyse' | 'export' | 'ask' | 'transcribe' | 'delete'

/** The command palette's actions for the open recording. Most wait for the part of the page that does them. */
export function useRecordingCommands(
  recording: ContentDetail,
  { transcribe, move, showSide }: Acts,
): void {
  const { t } = useTranslation('palette')
  const { status, transcript, source } = recording
  const isSettled = status !== 'processing' && status !== 'uploaded'
  const canTranscribe = isSettled && source === 'recording'
  const hasText = transcript !== null
  const commands = useMemo(() => {
    const command = (name: Name, Icon: LucideIcon, run: () => void): Command => ({
      id: `recording.${name}`,
      kind: 'action',
      label: t(`commands.${name}`),
      keywords: t(`keywords.${name}`),
      Icon,
      run,
    })
    const inSide = (id: string) => () => {
      showSide()
      awaitCommand(id)
    }
    return [
      command('rename', Pencil, () => awaitCommand('recording.rename')),
      command('move', FolderInput, move),
      ...(hasText
        ? [
            command('analyse', Sparkles, inSide('recording.analyse')),
            command('export', Download, () => awaitCommand('transcript.export')),
            command('ask', MessageCircleQuestion, inSide('recording.ask')),
          ]
        : []),
      ...(canTranscribe ? [command('transcribe', RefreshCw, transcribe)] : []),
      command('delete', Trash2, () => awaitCommand('recording.delete')),
    ]
  }, [t, transcribe, move, showSide, canTranscribe, hasText])
  useCommands('recording', commands)
}
