import { Stack } from '@mantine/core'
import { OrphanList } from '../features/orphans/orphan-list.tsx'
import { usePrivacy, useStorage } from '../features/machine/queries.ts'
import { PrivacyPanel } from '../features/machine/privacy-panel.tsx'
import { StoragePanel } from '../features/machine/storage-panel.tsx'
import { useOrganization } from '../features/org/queries.ts'
import { ReplacedList } from '../features/recovery/replaced-list.tsx'
import { UsagePanel } from '../features/org/usage-panel.tsx'
import { LibraryCheck } from '../features/verification/library-check.tsx'
import { BackupsSection } from './settings-backups.tsx'
import { Loaded } from './settings-loaded.tsx'

export function UsageSection() {
  const query = useOrganization()
  return <Loaded query={query}>{(data) => <UsagePanel organization={data} />}</Loaded>
}

export function StorageSection() {
  const query = useStorage()
  return (
    <Stack gap="lg">
      <OrphanList />
      <ReplacedList />
      <Loaded query={query}>
        {(data) => (
          <StoragePanel
            storage={data}
            isMeasuring={query.isFetching}
            onMeasure={() => void query.refetch()}
          />
        )}
      </Loaded>
      <BackupsSection />
      <LibraryCheck />
    </Stack>
  )
}

export function PrivacySection() {
  const query = usePrivacy()
  return <Loaded query={query}>{(data) => <PrivacyPanel privacy={data} />}</Loaded>
}
