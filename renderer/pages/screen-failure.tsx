import type { ErrorComponentProps } from '@tanstack/react-router'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState } from '../ui/states.tsx'

/** In the place of a screen that threw; the side bar stays usable. */
export function ScreenFailure({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <PageHeader title="This screen did not open" />
      <FailureState
        title="It ran into a fault"
        cause={error instanceof Error ? error.message : String(error)}
        onRetry={reset}
      >
        <p>Your recordings are not touched by it.</p>
      </FailureState>
    </>
  )
}
