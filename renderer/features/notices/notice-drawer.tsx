import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NoticeList } from './notice-list.tsx'

type Props = { isOpen: boolean; unread: number; onClose: () => void }

/** The notices, beside whatever screen is open. */
export function NoticeDrawer({ isOpen, unread, onClose }: Props) {
  const { t } = useTranslation(['notices', 'parts'])
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      title={t('title')}
      styles={{ title: { fontWeight: 620, fontSize: 'var(--text-large)' } }}
      closeButtonProps={{ 'aria-label': t('parts:close') }}
    >
      <NoticeList unread={unread} onLeave={onClose} />
    </Drawer>
  )
}
