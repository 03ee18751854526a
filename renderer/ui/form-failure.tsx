import styles from './form-failure.module.css'

/** Why a form was not accepted, if the reason belongs to no single field. */
export function FormFailure({ message }: { message: string | null }) {
  if (!message) return null
  return (
    <p role="alert" className={styles['failure']}>
      {message}
    </p>
  )
}
