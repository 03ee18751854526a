import { Link } from '@tanstack/react-router'
import styles from './recording-links.module.css'

/** Where the recordings of a project are, and what they are called as far as that is known. */
export type Recordings = { projectId: string; names: ReadonlyMap<string, string> }

const shown = 4

type Props = { recordings: Recordings; ids: readonly string[]; total: number }

/** The newest of the recordings that something comes from, and how many more there are. */
export function RecordingLinks({ recordings: { projectId, names }, ids, total }: Props) {
  const links = ids.slice(0, shown)
  return (
    <span className={styles['links']}>
      {links.map((contentId) => (
        <Link
          key={contentId}
          to="/projects/$projectId/recordings/$contentId"
          params={{ projectId, contentId }}
        >
          {names.get(contentId) ?? 'A recording'}
        </Link>
      ))}
      {total > links.length ? <span>and {total - links.length} more</span> : null}
    </span>
  )
}
