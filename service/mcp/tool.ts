import type { Earshot } from 'earshot/client'
import type { Static, TObject } from 'typebox'

/** What a tool works with. */
export type ToolContext = {
  /** Finds what the arguments name. */
  find: Earshot
  /** Does what was asked for: its requests are marked as the tool's (see http/assistants.ts). */
  api: Earshot
  /** Fires where the assistant cancels the call or is gone. */
  signal: AbortSignal
  /** Tells how much of the work is done, 0 to 1. */
  report: (message: string, fraction: number) => void
  /** Opens a file of the assistant’s machine; null where the assistant is connected by HTTP. */
  openFile: ((path: string) => Promise<File>) | null
}

export type Tool = {
  /** In snake_case, as assistants see it. */
  name: string
  title: string
  about: string
  input: TObject
  /** Changes something: offered only where the installation lets assistants write. */
  isWriting: boolean
  /** Needs files of the assistant’s machine, so it is offered over stdio only. */
  needsFiles: boolean
  run: (context: ToolContext, input: never) => Promise<object>
}

type Spec<Input extends TObject> = Omit<Tool, 'input' | 'run' | 'isWriting' | 'needsFiles'> & {
  input: Input
  run: (context: ToolContext, input: Static<Input>) => Promise<object>
}
type Kind = Partial<Pick<Tool, 'isWriting' | 'needsFiles'>>

/** One tool, with the types of its arguments. */
export const tool = <Input extends TObject>(spec: Spec<Input>, kind: Kind = {}): Tool => ({
  isWriting: false,
  needsFiles: false,
  ...kind,
  ...spec,
})
