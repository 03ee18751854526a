import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listMicrophones, obstacleHere, type Microphone } from './capture.ts'

type Props = { deviceId: string | null; onChange: (deviceId: string | null) => void }

/** The system's default or a microphone by name; updates when devices are plugged in or out. */
export function MicrophoneSelect({ deviceId, onChange }: Props) {
  const { t } = useTranslation('recorder')
  const microphones = useMicrophones()
  const known = microphones.filter(({ id }) => id !== 'default')
  return (
    <Select
      label={t('setup.microphone')}
      description={known.length === 0 ? t('setup.unnamed') : undefined}
      data={[
        { value: '', label: t('setup.systemMicrophone') },
        ...known.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={known.some(({ id }) => id === deviceId) ? deviceId : ''}
      onChange={(id) => onChange(id || null)}
      allowDeselect={false}
    />
  )
}

function useMicrophones(): Microphone[] {
  const [microphones, setMicrophones] = useState<Microphone[]>([])
  useEffect(() => {
    if (obstacleHere()) return
    const look = () => void listMicrophones().then(setMicrophones)
    look()
    navigator.mediaDevices.addEventListener('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener('devicechange', look)
  }, [])
  return microphones
}
