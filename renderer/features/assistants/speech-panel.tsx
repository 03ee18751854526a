import { Button, NativeSelect, Stack } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAddress } from '../../api/own-address.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import styles from './speech-panel.module.css'
import { speechModel, speechSamples } from './speech-samples.ts'

type Props = {
  /** Makes a key that only reads and resolves to it in plain text. */
  onMakeKey: (name: string) => Promise<string>
  isBusy: boolean
  failure: string | null
}

/** What a program with a “custom endpoint” for OpenAI's speech needs. */
export function SpeechPanel({ onMakeKey, isBusy, failure }: Props) {
  const { t } = useTranslation('assistants')
  const [key, setKey] = useState<string | null>(null)
  const make = async () => setKey(await onMakeKey(t('speech.keyName')))
  const address = new URL(ownAddress('/v1'), window.location.origin).href
  return (
    <Stack component="section" gap="sm">
      <h2>{t('speech.title')}</h2>
      <p>{t('speech.lead')}</p>
      <CopyField
        label={t('speech.address')}
        value={address}
        copyLabel={t('speech.copyAddress')}
        note={t('speech.addressNote')}
      />
      <CopyField
        label={t('speech.model')}
        value={speechModel}
        copyLabel={t('speech.copyModel')}
        note={t('speech.modelNote')}
      />
      <FormFailure message={failure} />
      {key === null ? (
        <div>
          <Button
            variant="default"
            leftSection={<KeyRound size={15} />}
            loading={isBusy}
            onClick={() => void make().catch(() => undefined)}
          >
            {t('speech.makeKey')}
          </Button>
          <p className={styles['note']}>{t('speech.keyNote')}</p>
        </div>
      ) : (
        <SecretField label={t('speech.key')} value={key} />
      )}
      <Samples address={address} apiKey={key} />
    </Stack>
  )
}

function Samples({ address, apiKey }: { address: string; apiKey: string | null }) {
  const { t } = useTranslation('assistants')
  const [first, ...more] = speechSamples(address, apiKey ?? 'YOUR_KEY')
  const [chosen, setChosen] = useState(first.program)
  const { program, place, text } = more.find((one) => one.program === chosen) ?? first
  return (
    <CodeBlock
      title={t('speech.enter')}
      text={text}
      copyLabel={t('copyFor', { client: program })}
      note={t(`speech.places.${place}`)}
      tools={
        <NativeSelect
          size="xs"
          aria-label={t('speech.programs')}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[first, ...more].map((one) => one.program)}
        />
      }
    />
  )
}
