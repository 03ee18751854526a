import { Component, type ErrorInfo, type ReactNode } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { FailureState } from './states.tsx'

type Props = { children: ReactNode; onError?: (error: Error, info: ErrorInfo) => void }

/** Keeps an error in one screen from taking down the window; a class because React requires one. */
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
        title={i18n.t('parts:fault.title')}
        cause={this.state.error.message}
        onRetry={() => this.setState({ error: null })}
      >
        <p>{i18n.t('parts:fault.advice')}</p>
      </FailureState>
    )
  }
}
