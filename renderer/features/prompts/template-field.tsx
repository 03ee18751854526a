import { Button, Textarea } from '@mantine/core'
import { findPlaceholders, placeholderNames } from 'earshot/client'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './template-field.module.css'

const transcript = '{{transcript}}'

type Props = { value: string; error: React.ReactNode; onChange: (text: string) => void }

/** The template of a prompt, with buttons that insert placeholders at the cursor. */
export function TemplateField({ value, error, onChange }: Props) {
  const { t } = useTranslation('prompts')
  const area = useRef<HTMLTextAreaElement>(null)
  const put = (name: string) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(`{{${name}}}`, field.selectionStart, field.selectionEnd, 'end')
    onChange(field.value)
  }
  const found = findPlaceholders(value)
  const unknown = found.unknown.map((name) => `{{${name}}}`)
  const isWithout = value.trim() !== '' && !found.known.includes('transcript')
  return (
    <div className={styles['template']}>
      <Textarea
        ref={area}
        label={t('form.text')}
        description={t('form.textAbout', { transcript })}
        autosize
        minRows={5}
        maxRows={14}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <fieldset className={styles['names']}>
        <legend className="visually-hidden">{t('form.putIn')}</legend>
        {placeholderNames.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            title={t(`placeholders.${name}`)}
            aria-label={t('form.putInOne', { name, meaning: t(`placeholders.${name}`) })}
            onClick={() => put(name)}
          >
            {`{{${name}}}`}
          </Button>
        ))}
      </fieldset>
      {unknown.length > 0 ? (
        <output className={styles['warning']}>
          {t('form.unknown', { count: unknown.length, names: unknown.join(', ') })}
        </output>
      ) : null}
      {isWithout ? (
        <output className={styles['warning']}>{t('form.noTranscript', { transcript })}</output>
      ) : null}
    </div>
  )
}
