import { Component, type ErrorInfo, type ReactNode } from 'react'
import { FailureState } from './states.tsx'

type Props = { children: ReactNode; onError?: (error: Error, info: ErrorInfo) => void }

/** Keeps a fault in one screen from taking the whole window; a class because React asks for one. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <FailureState
        title="This screen ran into a fault"
        cause={this.state.error.message}
        onRetry={() => this.setState({ error: null })}
      >
        <p>Your recordings are not touched by it. Try again, or reload the window.</p>
      </FailureState>
    )
  }
}
