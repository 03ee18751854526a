import { Button } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../ui/form-failure.tsx'
import { useFirstRecording } from './first-recording.ts'

/** One press to a call with its result. `toProject` answers null where it has said what failed. */
export function SampleCall({ toProject }: { toProject: () => Promise<string | null> }) {
  const { t } = useTranslation('home')
  const { sent, failure, addSample } = useFirstRecording(toProject)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Sparkles size={15} />}
        loading={sent !== null}
        onClick={addSample}
      >
        {t('empty.sample')}
      </Button>
      <FormFailure message={failure && t('empty.failed', { cause: failure })} />
    </>
  )
}
