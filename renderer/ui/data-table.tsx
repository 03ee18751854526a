import type { ReactNode } from 'react'
import styles from './data-table.module.css'

type Column = {
  label: string
  /** Needed if labels repeat. */ id?: string
  isHidden?: boolean
  isNumber?: boolean
}

/**
 * A dense table with named columns; rows are passed as `tr`. Scrolls sideways in narrow windows.
 */
export function DataTable(props: {
  label: string
  columns: readonly Column[]
  children: ReactNode
}) {
  return (
    // Focusable, so it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['scroll']} aria-label={props.label} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {props.columns.map(({ label, id, isHidden, isNumber }) => (
              <th key={id ?? label} scope="col" className={isNumber ? styles['number'] : undefined}>
                {isHidden ? <span className="visually-hidden">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  )
}
