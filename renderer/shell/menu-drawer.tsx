import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Navigation } from './navigation.tsx'

type Props = { isOpen: boolean; onClose: () => void }

/** The navigation of a small window. */
export function MenuDrawer({ isOpen, onClose }: Props) {
  const { t } = useTranslation('parts')
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="xs"
      title="Earshot"
      styles={{ title: { fontWeight: 620, fontSize: 'var(--text-large)' } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Navigation onLeave={onClose} />
    </Drawer>
  )
}
