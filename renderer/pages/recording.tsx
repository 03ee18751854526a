import { ActionIcon } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Project } from 'earshot/client'
import type { ContentDetail } from '../api/types.ts'
import { AskBox } from '../features/ask/ask-box.tsx'
import { openSilently, playFrom, seekTo, usePlayer } from '../features/transcripts/player-store.ts'
import { access } from '../session-store.ts'
import { formatDateTime, formatLength } from '../ui/format.ts'
import { HasSound } from '../ui/has-sound.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { RecordingActions, RecordingDetails } from './recording-actions.tsx'
import { RecordingAnalysis } from './recording-analysis.tsx'
import { RecordingFacts } from './recording-facts.tsx'
import { RecordingNotes } from './recording-notes.tsx'
import { RecordingPlayer } from './recording-player.tsx'
import { RecordingText } from './recording-text.tsx'
import { useRecordingCommands } from './use-recording-commands.ts'
import styles from './recording.module.css'
import { RecordingEvent } from '../features/calendars/recording-event.tsx'
import { ChapterOutline } from '../features/chapters/chapter-outline.tsx'
import { TalkPanel } from '../features/talk/talk-panel.tsx'
import { editionOf, speakerLooks } from '../features/transcripts/speakers.ts'
import { useReprocess } from '../features/content/queries.ts'
import { TitleField } from '../features/content/title-field.tsx'
import { TranscribeDialog } from '../features/content/transcribe-dialog.tsx'
import { useSpeechModels } from '../features/models/queries.ts'
import { i18n } from '../i18n/i18n.ts'
import { announce } from '../ui/announcer.ts'
import { shownName } from '../ui/shown-name.ts'

const route = getRouteApi('/projects/$projectId/recordings/$contentId')

type Props = { recording: ContentDetail; crumbs: ReactNode; project: Project | undefined }

/** One recording: its details, player, transcript and analyses. */
export function Recording({ recording, crumbs, project }: Props) {
  const { media } = recording
  const { at, find } = route.useSearch()
  const [isAsking, setAsking] = useState(false)
  const [editing, setEditing] = useState<'title' | 'project_id' | null>(null)
  // One column: what follows from the call comes before all that was said.
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const [wasFolded, setFolded] = useFolded()
  const isFolded = wasFolded && !isNarrow
  // Render the transcript first; the side column is deferred.
  const showsSide = useDeferredValue(!isFolded, false)
  const ask = useCallback(() => setAsking(true), [])
  const edit = useCallback(() => setEditing('title'), [])
  const move = useCallback(() => setEditing('project_id'), [])
  const showSide = useCallback(() => setFolded(false), [setFolded])
  useRecordingCommands(recording, { transcribe: ask, move, showSide })
  const isSought = at !== undefined || find !== undefined
  const hasSound = recording.source === 'recording'
  const text = <RecordingText recording={recording} onTranscribe={ask} />
  return (
    <>
      <PageHeader
        title={shownName(recording)}
        heading={<TitleField recording={recording} />}
        crumbs={crumbs}
        meta={<Facts recording={recording} />}
        actions={
          <>
            <RecordingActions recording={recording} onTranscribe={ask} onEdit={edit} />
            {isNarrow ? null : <FoldButton isFolded={isFolded} onFold={setFolded} />}
          </>
        }
      />
      <div className={styles['columns']} data-folded={isFolded}>
        <div className={styles['main']}>
          {media && isPlayable(recording) ? (
            <RecordingPlayer recording={recording} media={media} resumes={!isSought} />
          ) : null}
          {recording.source === 'import' && recording.transcript ? (
            <SilentNote transcript={recording.transcript} />
          ) : null}
          {recording.echo === 'heavy' ? <EchoHint /> : null}
          {isNarrow ? null : text}
        </div>
        {isFolded ? null : (
          // Always in the DOM, because a button's aria-controls refers to it.
          <div id={sideId} className={styles['side']}>
            {showsSide ? (
              <HasSound value={hasSound}>
                <Results recording={recording} project={project} />
                {isNarrow ? null : <Surroundings recording={recording} />}
              </HasSound>
            ) : null}
          </div>
        )}
        {isNarrow ? (
          <>
            <div className={styles['text']} ref={isSought ? scrollTo : undefined}>
              {text}
            </div>
            <div className={styles['side']}>
              <HasSound value={hasSound}>
                <Surroundings recording={recording} />
              </HasSound>
            </div>
          </>
        ) : null}
      </div>
      {editing ? (
        <RecordingDetails recording={recording} first={editing} onClose={() => setEditing(null)} />
      ) : null}
      {isAsking ? (
        <RecordingTranscribe
          recording={recording}
          project={project}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

/** As in recording.module.css. */
const narrow = '(max-width: 1060px)'

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView()

/** Failures of a file that no player can do anything about either. */
const unplayable: readonly string[] = ['no_audio_stream', 'unsupported_media', 'decode_failed']

/** What was transcribed once could be read, and browsers tell for themselves what they cannot play. */
const isPlayable = ({ error, transcript, media }: ContentDetail): boolean =>
  media?.state !== 'missing' && (transcript !== null || !unplayable.includes(error?.code ?? ''))

const sideId = 'recording-side'

/** What follows from the call. */
function Results({ recording, project }: Omit<Props, 'crumbs'>) {
  return (
    <>
      <RecordingNotes recording={recording} place="first" />
      {recording.status === 'failed' && !recording.transcript ? null : (
        <RecordingAnalysis
          recording={recording}
          defaultPromptId={project?.settings.default_prompt_id ?? null}
        />
      )}
      <RecordingChapters recording={recording} />
    </>
  )
}

/** What else there is to it; in one column it comes after all that was said. */
function Surroundings({ recording }: Pick<Props, 'recording'>) {
  return (
    <>
      {recording.transcript ? (
        <AskBox projectId={recording.project_id} contentId={recording.id} onOpen={seekTo} />
      ) : null}
      <RecordingNotes recording={recording} place="last" />
      <RecordingTalk recording={recording} />
      <RecordingFacts recording={recording} />
    </>
  )
}

/** Whether the side column is hidden; stored in this browser. */
const useFolded = () =>
  useLocalStorage<boolean>({
    key: 'earshot.side-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })

type FoldProps = { isFolded: boolean; onFold: (isFolded: boolean) => void }

function FoldButton({ isFolded, onFold }: FoldProps) {
  const { t } = useTranslation('transcripts')
  const label = t(isFolded ? 'recording.showSide' : 'recording.hideSide')
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      aria-expanded={!isFolded}
      aria-controls={sideId}
      title={label}
      onClick={() => onFold(!isFolded)}
    >
      {isFolded ? <PanelRightOpen size={16} /> : <PanelRightClose size={16} />}
    </ActionIcon>
  )
}

/** When it took place, how long it is and who speaks. */
function Facts({ recording }: { recording: ContentDetail }) {
  const { t } = useTranslation('transcripts')
  const { transcript, duration_seconds: seconds, echo } = recording
  const speakers = transcript?.speakers.length ?? 0
  return (
    <>
      <span>{formatDateTime(recording.recorded_at)}</span>
      {seconds === null ? null : <span>{formatLength(seconds)}</span>}
      {speakers > 0 ? <span>{t('facts.speakers', { count: speakers })}</span> : null}
      {echo === 'reduced' ? <span title={t('facts.echoAbout')}>{t('facts.echo')}</span> : null}
      {recording.status === 'completed' ? (
        <RecordingEvent recording={recording} mayChoose={access().isAdmin} />
      ) : null}
    </>
  )
}

/** Says why there is no player, and lets the text be sought through without one. */
function SilentNote({ transcript }: { transcript: NonNullable<ContentDetail['transcript']> }) {
  const { t } = useTranslation('transcripts')
  useEffect(openSilently, [])
  return (
    <p className={styles['echo']}>
      {t('facts.silent')} {transcript.has_estimated_times ? t('facts.estimated') : null}
    </p>
  )
}

function EchoHint() {
  const { t } = useTranslation('transcripts')
  return (
    <p className={styles['echo']}>
      <Trans t={t} i18nKey={'facts.heavyEcho'} components={{ strong: <strong /> }} />
    </p>
  )
}

/** Connects the chapters with the player; hidden where there are none. */
function RecordingChapters({ recording }: { recording: ContentDetail }) {
  const { id, project_id: projectId, transcript } = recording
  const position = usePlayer((state) => state.position)
  if (!transcript) return null
  return (
    <ChapterOutline
      contentRef={{ projectId, contentId: id }}
      edition={editionOf(transcript)}
      position={position}
      onSeek={seekTo}
    />
  )
}

/** Connects the talk statistics with the transcript's speaker colours and the player. */
function RecordingTalk({ recording }: { recording: ContentDetail }) {
  const { transcript } = recording
  const colourOf = useMemo(() => {
    const lookOf = transcript ? speakerLooks(transcript) : null
    return (id: string) => lookOf?.({ speaker_id: id, speaker: id }).colour ?? 'var(--speaker-1)'
  }, [transcript])
  if (!transcript) return null
  return (
    <TalkPanel
      contentRef={{ projectId: recording.project_id, contentId: recording.id }}
      edition={editionOf(transcript)}
      colourOf={colourOf}
      onSeek={playFrom}
    />
  )
}

type TranscribeProps = {
  recording: ContentDetail
  project: Project | undefined
  onClose: () => void
}

/** Asks for the options before transcribing a recording again. */
function RecordingTranscribe({ recording, project, onClose }: TranscribeProps) {
  const models = useSpeechModels()
  const reprocess = useReprocess(recording.project_id, recording.id)
  return (
    <TranscribeDialog
      settings={project?.settings}
      models={models.data ?? []}
      hasTranscript={recording.transcript !== null}
      onSend={async (options) => {
        await reprocess.mutateAsync(options)
        announce(i18n.t('transcripts:recording.transcribing'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
