import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transcript } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { EditDialogs } from './edit-dialogs.tsx'
import { createSession, type Update } from './edit-session.ts'
import { resetEditing } from './edit-store.ts'
import { findMatches, useTellFound } from './find-matches.ts'
import { OlderVersion } from './older-version.tsx'
import { SegmentList } from './segment-list.tsx'
import { TranscriptFind } from './transcript-find.tsx'
import { Refusal, TranscriptTools } from './transcript-tools.tsx'
import styles from './transcript-view.module.css'
import { useLocalStorage } from '@mantine/hooks'

type Props = {
  contentRef: ContentRef
  /** The current version. */
  transcript: Transcript
  /** The older version being read instead; null for the current one. */
  version: number | null
  /** Members' names by id. */
  people: ReadonlyMap<string, string>
  /** Of people who may be among the speakers. */
  names: readonly string[]
  /** False while it is being transcribed again. */
  canEdit: boolean
  find: string
  onFind: (text: string) => void
  onVersion: (version: number | null) => void
  update: Update
  /** The second to begin at. */
  beginAt: number | null
  /** Called after an older version was restored, because the transcript has changed. */
  onRestored: () => Promise<unknown>
}

/** The transcript with its tools. The page keeps the search and the version in the address. */
export function TranscriptView(props: Props) {
  const { contentRef, transcript, version, canEdit, names, update } = props
  const { projectId, contentId } = contentRef
  const session = useMemo(
    () => createSession({ projectId, contentId }, update),
    [projectId, contentId, update],
  )
  useEffect(() => resetEditing, [])
  return (
    <section aria-labelledby="transcript-title" className={styles['view']}>
      {version === null ? (
        <Text {...props} session={canEdit ? session : null} shown={transcript} />
      ) : (
        <OlderVersion {...props} version={version}>
          {(shown) => <Text {...props} session={null} shown={shown} />}
        </OlderVersion>
      )}
      <EditDialogs transcript={transcript} session={session} names={names} />
    </section>
  )
}

type TextProps = Props & { shown: Transcript; session: ReturnType<typeof createSession> | null }

/** One version with its find bar. */
function Text({ shown, session, find, onFind, beginAt, ...props }: TextProps) {
  const { t } = useTranslation('transcripts')
  const { segments } = shown
  const matches = useMemo(() => findMatches(segments, find), [segments, find])
  useTellFound(matches, segments)
  const [current, setCurrent] = useState(0)
  const [showsUnsure, setShowsUnsure] = useShowsUnsure()
  const step = (direction: 1 | -1) =>
    setCurrent((before) => (before + direction + matches.count) % Math.max(1, matches.count))
  return (
    <>
      <TranscriptTools
        {...props}
        shown={shown}
        session={session}
        showsUnsure={showsUnsure}
        onShowsUnsure={setShowsUnsure}
      >
        <TranscriptFind
          text={find}
          count={matches.count}
          current={Math.min(current, Math.max(0, matches.count - 1))}
          onText={(text) => {
            setCurrent(0)
            onFind(text)
          }}
          onStep={step}
        />
      </TranscriptTools>
      <Refusal />
      {segments.length === 0 ? (
        <p className={styles['silent']}>{t('silent')}</p>
      ) : (
        <SegmentList
          transcript={shown}
          matches={matches}
          foundSegment={matches.segmentOf[current] ?? null}
          foundMatch={current}
          showsUnsure={showsUnsure}
          session={session}
          beginAt={beginAt}
        />
      )}
      {session ? <ChoiceBar speakers={shown.speakers} session={session} /> : null}
    </>
  )
}

/** Whether to mark words that the engine was unsure of; stored in this browser. */
const useShowsUnsure = () =>
  useLocalStorage<boolean>({
    key: 'earshot.shows-unsure',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
