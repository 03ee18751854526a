import { useNavigate } from '@tanstack/react-router'
import { useProjectChoices } from '../features/projects/queries.ts'
import { KeptNotice } from '../features/recorder/kept-notice.tsx'
import { useRecorder } from '../features/recorder/recorder-store.ts'
import { RecorderGuard } from '../features/recorder/recorder-guard.tsx'
import { RecordingBadge } from '../features/recorder/recording-badge.tsx'
import { sendRecording } from './record-send.ts'

/** The recorder in the side bar. */
export const SideRecorder = () => <RecordingBadge send={sendRecording} />

/** The recorder above every screen: what it kept, its key, its warning. */
export function RecorderFrame() {
  const hasKept = useRecorder(({ kept }) => kept.length > 0)
  return (
    <>
      <RecorderGuard />
      {hasKept ? <Kept /> : null}
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
