import type { Static, TObject } from 'typebox'
import type { Clients } from './clients.ts'

/** What a tool works with. */
export type ToolContext = Clients & {
  /** Fires where the assistant cancels the call or is gone. */
  signal: AbortSignal
  /** Tells how much of the work is done, 0 to 1. */
  report: (message: string, fraction: number) => void
  /** Opens a file of the assistant’s machine; null where the assistant is connected by HTTP. */
  openFile: ((path: string) => Promise<Blob>) | null
}

export type Tool = {
  /** In snake_case, as assistants see it. */
  name: string
  title: string
  about: string
  input: TObject
  /** Changes something: offered only where the installation lets assistants write. */
  isWriting?: true
  /** Where it is offered: over stdio to who shares the machine’s files, by HTTP to who may not; without it, both. */
  over?: 'stdio' | 'http'
  run: (context: ToolContext, input: never) => Promise<object>
}

type Spec<Input extends TObject> = Omit<Tool, 'input' | 'run'> & {
  input: Input
  run: (context: ToolContext, input: Static<Input>) => Promise<object>
}

/** One tool, with the types of its arguments. */
export const tool = <Input extends TObject>(spec: Spec<Input>): Tool => spec
