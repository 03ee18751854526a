import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Not here" />
      <EmptyState
        icon={<MapPinOff size={20} />}
        title="There is nothing at this address"
        action={<Link to="/projects">Go to your projects</Link>}
      >
        It may have been deleted, or the link may be incomplete.
      </EmptyState>
    </>
  )
}
