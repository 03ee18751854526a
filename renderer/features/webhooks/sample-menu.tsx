import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { menuManner } from '../../ui/menu-manner.ts'
import { eventGroups, eventTexts, type OneEvent } from './event-choices.ts'
import styles from './sample-menu.module.css'

type Props = {
  /** What the endpoint is told. */
  events: readonly string[]
  isBusy: boolean
  onChoose: (event: OneEvent) => void
}

/** Sends an example of one of the events that an endpoint is told; the other half of a button. */
export function SampleMenu({ events, isBusy, onChoose }: Props) {
  const { t } = useTranslation('webhooks')
  const isTold = (name: string) => events.includes('*') || events.includes(name)
  return (
    <Menu {...menuManner} position="bottom-end">
      <Menu.Target>
        <Button px="xs" disabled={isBusy} aria-label={t('actions.testOf')}>
          <ChevronDown size={15} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles['list']}>
        <Menu.Label>{t('actions.testOf')}</Menu.Label>
        {eventGroups.flatMap(({ names }) =>
          names.filter(isTold).map((name) => (
            <Menu.Item key={name} onClick={() => onChoose(name)}>
              {t(eventTexts[name])}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
