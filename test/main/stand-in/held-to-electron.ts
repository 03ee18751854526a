/** All that the stand-in offers, held against electron.d.ts: checked with the types, never run. */
import type * as Electron from 'electron'
import type { Drift } from './drift.ts'
import type * as standIn from './electron.ts'

type Offered = typeof standIn

/** What a test sets and reads; Electron has none of it. */
type ForTests =
  | ('answer' | 'asked' | 'chosen') // of dialogs
  | ('application' | 'menu' | 'image' | 'tip' | 'bitmap' | 'isTemplate') // of menus and the tray
  | ('options' | 'isShown') // of notifications
  | ('taken' | 'ours') // of the shortcut
  | ('isBroken' | 'backend' | 'reset' | 'turn') // of the keychain
  | 'handlers'
  | 'child'
  | ('tryClose' | 'connected' | 'inPreload' | 'openHandler' | 'world') // of windows

/** Where Electron's own changes, this no longer compiles; the error names the place. */
type Nowhere<Found extends never> = Found
export type Drifted = Nowhere<
  {
    [Name in keyof Offered & keyof typeof Electron]: Drift<
      Offered[Name],
      (typeof Electron)[Name],
      ForTests,
      Name
    >
  }[keyof Offered & keyof typeof Electron]
>
