import styles from './file-reasons.module.css'

export type FileReason = { id: string; name: string; reason: string }

/** Files or recordings, each with what kept it from something. */
export function FileReasons({ files }: { files: readonly FileReason[] }) {
  return (
    <ul className={styles['list']}>
      {files.map(({ id, name, reason }) => (
        <li key={id}>
          <span className={styles['name']}>{name}</span>{' '}
          <span className={styles['reason']}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
