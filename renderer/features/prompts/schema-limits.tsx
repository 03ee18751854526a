import { NumberInput, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  choicesOf,
  kindOf,
  limitOf,
  limitsOf,
  withChoices,
  withLimit,
  type JsonObject,
} from './schema-kinds.ts'
import styles from './schema.module.css'

type Props = { node: JsonObject; onChange: (node: JsonObject) => void }

/** Limits on length, count and value, and the choices of an enumeration. */
export function SchemaLimits({ node, onChange }: Props) {
  const { t } = useTranslation('prompts')
  const kind = kindOf(node)
  if (kind === 'other') return null
  if (kind === 'choice') {
    return (
      <TagsInput
        size="xs"
        label={t('field.choices')}
        description={t('field.choicesAbout')}
        clearable={false}
        value={choicesOf(node)}
        onChange={(choices) => onChange(withChoices(node, choices))}
      />
    )
  }
  const names = limitsOf[kind]
  if (names.length === 0) return null
  return (
    <div className={styles['limits']}>
      {names.map((name) => (
        <NumberInput
          key={name}
          size="xs"
          label={t(`limits.${name}`)}
          placeholder={t('limits.none')}
          hideControls
          allowDecimal={kind === 'number'}
          value={limitOf(node, name) ?? ''}
          onChange={(value) =>
            onChange(withLimit(node, name, typeof value === 'number' ? value : null))
          }
        />
      ))}
    </div>
  )
}
