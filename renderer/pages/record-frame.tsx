import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { bridge } from '../bridge.ts'
import { isUnderWay, useUploads } from '../features/content/upload-store.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { useDrafts } from '../features/recorder/drafts-store.ts'
import { stopRecording, useRecorder } from '../features/recorder/recorder-store.ts'
import { RecorderGuard } from '../features/recorder/recorder-guard.tsx'
import { RecordingBadge } from '../features/recorder/recording-badge.tsx'
import { access } from '../session-store.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLoadLater } from '../ui/use-load-later.ts'
import { draftUploader } from './draft-uploader.ts'

const loadDraftsNotice = async () =>
  (await import('../features/recorder/drafts-notice.tsx')).DraftsNotice
const KeptNotice = lazyPart(loadDraftsNotice)
const Reminders = lazyPart(
  async () => (await import('../features/calendars/reminders.tsx')).Reminders,
)

/** The recorder's controls in the side bar. */
export const SideRecorder = () => <RecordingBadge uploader={draftUploader} />

/** Reports activity to the desktop shell, and runs commands from its menu, tray and shortcut. */
function useDesktop(): void {
  const phase = useRecorder((state) => state.phase)
  const uploads = useUploads((state) => state.uploads.filter(isUnderWay).length)
  const navigate = useNavigate()
  useEffect(() => {
    const isRunning = phase === 'recording' || phase === 'paused'
    void bridge().noteActivity?.({ recording: isRunning ? phase : 'idle', uploads })
  }, [phase, uploads])
  useEffect(
    () =>
      bridge().onCommand?.((command) => {
        if (command === 'record') void navigate({ to: '/record' })
        if (command === 'stop') void stopRecording(draftUploader)
      }),
    [navigate],
  )
}

/** The parts of the recorder on every screen: its drafts, its shortcut, its warning, and what reminds of it. */
export function RecorderFrame() {
  useDesktop()
  // Loaded in advance, because the service may be unreachable when it is needed.
  useLoadLater(loadDraftsNotice)
  const isIdle = useRecorder(({ phase }) => phase === 'idle')
  const navigate = useNavigate()
  const hasDrafts = useDrafts(({ drafts }) => drafts.length > 0)
  return (
    <>
      <RecorderGuard />
      {isIdle && access().isAdmin ? (
        <Suspense fallback={null}>
          <Reminders
            onRecord={(name) =>
              void navigate({ to: '/record', search: { name: name.slice(0, 180) } })
            }
          />
        </Suspense>
      ) : null}
      {hasDrafts ? (
        <Suspense fallback={null}>
          <Drafts />
        </Suspense>
      ) : null}
    </>
  )
}

function Drafts() {
  const navigate = useNavigate()
  const projects = useProjectChoices()
  return (
    <KeptNotice
      uploader={draftUploader}
      projects={projects.data ?? null}
      onSubmitted={(contentRef) =>
        void navigate({ to: '/projects/$projectId/recordings/$contentId', params: contentRef })
      }
    />
  )
}
