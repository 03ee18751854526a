import type { ComponentProps } from 'react'
import styles from './line-tool.module.css'

/** A small button beside a line. Native, because every line has two, rendered while scrolling. */
export const LineTool = (props: ComponentProps<'button'>) => (
  <button {...props} type="button" className={styles['tool']} />
)
