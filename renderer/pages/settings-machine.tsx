import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OrphanList } from '../features/orphans/orphan-list.tsx'
import { usePrivacy, useStorage } from '../features/machine/queries.ts'
import { PrivacyPanel } from '../features/machine/privacy-panel.tsx'
import { StoragePanel } from '../features/machine/storage-panel.tsx'
import { useOrganization } from '../features/org/queries.ts'
import { ReplacedList } from '../features/recovery/replaced-list.tsx'
import { UsagePanel } from '../features/org/usage-panel.tsx'
import { LibraryCheck } from '../features/verification/library-check.tsx'
import { access } from '../session-store.ts'
import { BackupsSection } from './settings-backups.tsx'
import { Loaded } from './settings-loaded.tsx'

export function UsageSection() {
  const query = useOrganization()
  return <Loaded query={query}>{(data) => <UsagePanel organization={data} />}</Loaded>
}

export function StorageSection() {
  const { t } = useTranslation('backups')
  const query = useStorage()
  const { hasOwnLibrary } = access()
  return (
    <Stack gap="lg">
      <OrphanList />
      {hasOwnLibrary ? <ReplacedList /> : null}
      <Loaded query={query}>
        {(data) => (
          <StoragePanel
            storage={data}
            hasBackups={hasOwnLibrary}
            isMeasuring={query.isFetching}
            onMeasure={() => void query.refetch()}
          />
        )}
      </Loaded>
      {hasOwnLibrary ? <BackupsSection /> : <p>{t('keptOnServer')}</p>}
      <LibraryCheck isOfRecordings={!hasOwnLibrary} />
    </Stack>
  )
}

export function PrivacySection() {
  const query = usePrivacy()
  return <Loaded query={query}>{(data) => <PrivacyPanel privacy={data} />}</Loaded>
}
