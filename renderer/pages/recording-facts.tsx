import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '../api/types.ts'
import { formatBytes, formatDateTime } from '../ui/format.ts'
import { languageName } from '../ui/languages.ts'
import styles from './recording-facts.module.css'

/** What is known of the file and its transcript, folded: few people need it. */
export function RecordingFacts({ recording }: { recording: ContentDetail }) {
  const { t } = useTranslation('transcripts')
  const { transcript } = recording
  const facts = [
    { label: t('about.file'), text: recording.filename },
    { label: t('about.size'), text: formatBytes(recording.size_bytes) },
    { label: t('about.added'), text: formatDateTime(recording.created_at) },
    ...(transcript ? textFacts(transcript) : []),
  ]
  return (
    <details className={styles['about']}>
      <summary>{t('about.title')}</summary>
      <dl>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )

  function textFacts(text: NonNullable<ContentDetail['transcript']>) {
    const { language_probability: sureness, translated_to: translated } = text
    const language = languageName(text.language)
    return [
      { label: t('about.words'), text: formatCount(text.word_count) },
      {
        label: t('about.language'),
        text:
          sureness === null
            ? language
            : t('facts.sure', { language, percent: Math.round(sureness * 100) }),
      },
      ...(translated ? [{ label: t('about.translated'), text: languageName(translated) }] : []),
      {
        label: t('about.writtenBy'),
        text: text.origin === 'imported' ? t('facts.imported') : text.model_used,
      },
    ]
  }
}

const formatCount = (count: number) => count.toLocaleString()
