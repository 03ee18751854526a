import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { bridge } from '../bridge.ts'
import { isUnderWay, useUploads } from '../features/content/upload-store.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { useKept } from '../features/recorder/kept-store.ts'
import { stopRecording, useRecorder } from '../features/recorder/recorder-store.ts'
import { RecorderGuard } from '../features/recorder/recorder-guard.tsx'
import { RecordingBadge } from '../features/recorder/recording-badge.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLoadLater } from '../ui/use-load-later.ts'
import { sendRecording } from './record-send.ts'

const loadKept = async () => (await import('../features/recorder/kept-notice.tsx')).KeptNotice
const KeptNotice = lazyPart(loadKept)

/** The recorder in the side bar. */
export const SideRecorder = () => <RecordingBadge send={sendRecording} />

/** Tells a desktop what goes on, and does what its menu, tray and shortcut ask of the recorder. */
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
        if (command === 'stop') void stopRecording(sendRecording)
      }),
    [navigate],
  )
}

/** The recorder above every screen: what it kept, its key, its warning. */
export function RecorderFrame() {
  useDesktop()
  // Before it is needed: then the service may be away.
  useLoadLater(loadKept)
  const hasKept = useKept(({ kept }) => kept.length > 0)
  return (
    <>
      <RecorderGuard />
      {hasKept ? (
        <Suspense fallback={null}>
          <Kept />
        </Suspense>
      ) : null}
    </>
  )
}

function Kept() {
  const navigate = useNavigate()
  const projects = useProjectChoices()
  return (
    <KeptNotice
      send={sendRecording}
      projects={projects.data ?? null}
      onArrived={(place) =>
        void navigate({ to: '/projects/$projectId/recordings/$contentId', params: place })
      }
    />
  )
}
