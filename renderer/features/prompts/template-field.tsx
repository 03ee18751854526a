import { Button, Textarea } from '@mantine/core'
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
  const unknown = unknownIn(value)
  const isWithout = value.trim() !== '' && !/\{\{\s*transcript\s*\}\}/.test(value)
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
        {placeholders.map((name) => (
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

/** The placeholders that a template may use; the service fills them in. */
const placeholders = [
  'transcript',
  'filename',
  'duration',
  'language',
  'speakers',
  'project_name',
  'date',
] as const

/** Unknown placeholders in double braces, each once, as written. */
const unknownIn = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(/\{\{([^{}]{0,200})\}\}/g)]
      .filter(([, name = '']) => !placeholders.some((known) => known === name.trim()))
      .map(([whole]) => whole),
  ),
]
