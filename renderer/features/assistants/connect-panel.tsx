import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAddress } from '../../api/own-address.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { clientSamples } from './client-samples.ts'

/** What to add to an assistant of your choice; `isElsewhere` where the service runs on another machine than that. */
export function ConnectPanel({ isElsewhere }: { isElsewhere: boolean }) {
  const { t } = useTranslation('assistants')
  const url = new URL(ownAddress('/mcp'), window.location.origin).href
  const [first, ...more] = clientSamples(url, isElsewhere)
  const [chosen, setChosen] = useState(first.client)
  const { client, place, text } = more.find((one) => one.client === chosen) ?? first
  return (
    <CodeBlock
      title={t('connect')}
      text={text}
      copyLabel={t('copyFor', { client })}
      note={t(`places.${place}`)}
      tools={
        <NativeSelect
          size="xs"
          aria-label={t('clients')}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[first, ...more].map((one) => one.client)}
        />
      }
    />
  )
}
