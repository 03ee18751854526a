/** Compares what a fake offers with the types of what it stands for. Types only: nothing runs here. */
import type { EventEmitter } from 'node:events'

type Call = (...args: never[]) => unknown
type Class = abstract new (...args: never[]) => object
type IsAny<Type> = 0 extends 1 & Type ? true : false

/** The events are those of Node in both. */
type Own<Fake> = Exclude<keyof Fake, keyof EventEmitter | keyof typeof EventEmitter> & string

/**
 * The places, such as `app.getPath()`, where the fake offers what the real one has not, does not take
 * what the real one takes, or gives back what is no part of what the real one gives. Names of `Extra`
 * are the tests' own.
 */
export type Drift<Fake, Real, Extra extends string, At extends string> =
  IsAny<Real> extends true
    ? never
    : Fake extends Class
      ? Real extends Class
        ?
            | Members<InstanceType<Fake>, InstanceType<Real>, Extra, At>
            | Members<Fake, Real, Extra, At>
        : At
      : Fake extends Call
        ? Real extends Call
          ? Parts<Fake, Real, Extra, `${At}()`>
          : At
        : [Fake] extends [Real]
          ? never
          : Fake extends object
            ? Members<Fake, Real, Extra, At>
            : At

type Members<Fake, Real, Extra extends string, At extends string> = {
  [Name in Own<Fake>]: Name extends keyof Real
    ? Drift<Fake[Name], NonNullable<Real[Name]>, Extra, `${At}.${Name}`>
    : Name extends Extra
      ? never
      : `${At}.${Name}`
}[Own<Fake>]

/** What is given back may be less than the real one gives, and only under the same names. */
type Parts<Fake extends Call, Real extends Call, Extra extends string, At extends string> =
  | (Fake extends (...args: Parameters<Real>) => unknown ? never : At)
  | Given<Awaited<ReturnType<Fake>>, Awaited<ReturnType<Real>>, Extra, At>

type Given<Fake, Real, Extra extends string, At extends string> =
  IsAny<Real> extends true
    ? never
    : [Real] extends [void]
      ? never
      : [Fake] extends [Real]
        ? never
        : Fake extends object
          ? `${At}.${Exclude<Own<Fake>, keyof Real | Extra>}`
          : At
