import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/code-block.tsx'
import { receiverSamples } from './receiver-samples.ts'

const names = receiverSamples.map(({ language }) => language)

/** A sample receiver in a language of your choice. */
export function SampleTabs() {
  const { t } = useTranslation('webhooks')
  const [chosen, setChosen] = useState<string>(names[0] ?? '')
  const { language, text } =
    receiverSamples.find((one) => one.language === chosen) ?? receiverSamples[0]
  return (
    <CodeBlock
      title={t('check.samples')}
      text={text}
      copyLabel={t('check.copySample', { language })}
      note={t('check.samplesAbout')}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={t('check.samples')}
          value={chosen}
          onChange={setChosen}
          data={names}
        />
      }
    />
  )
}
