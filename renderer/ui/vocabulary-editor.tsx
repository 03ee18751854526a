import { ActionIcon, Button, FileButton, Group, Textarea } from '@mantine/core'
import { ClipboardPaste, FileUp, Plus, X } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from './announcer.ts'
import { FormFailure } from './form-failure.tsx'
import { mergeTerms, parseSpellings, parseTerms, type Term } from './vocabulary.ts'
import styles from './vocabulary-editor.module.css'

const most = 500

type Props = {
  terms: readonly Term[]
  /** What the service rejects about the terms. */
  error: React.ReactNode
  onChange: (terms: Term[]) => void
}

/** Names and terms with their correct spelling, and how the engine misspells them. */
export function VocabularyEditor({ terms, error, onChange }: Props) {
  const { t } = useTranslation('parts')
  const [isPasting, setPasting] = useState(false)
  const latest = useRef(terms)
  useEffect(() => {
    latest.current = terms
  }, [terms])
  const change = useCallback(
    (index: number, term: Term | null) =>
      onChange(
        term
          ? latest.current.map((one, at) => (at === index ? term : one))
          : latest.current.filter((_, at) => at !== index),
      ),
    [onChange],
  )
  const add = (added: Term[]) => {
    const merged = mergeTerms(terms, added)
    onChange(merged)
    setPasting(false)
    announce(t('terms.added', { count: merged.length - terms.length }))
  }
  return (
    <div className={styles['editor']}>
      <FormFailure message={error ? String(error) : null} />
      <TermRows terms={terms} onChange={change} />
      {terms.length > most ? (
        <p role="alert" className={styles['many']}>
          {t('terms.tooMany', { count: terms.length, most })}
        </p>
      ) : null}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() => onChange([...terms, { term: '', heard_as: [] }])}
        >
          {t('terms.addOne')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<ClipboardPaste size={14} />}
          aria-expanded={isPasting}
          onClick={() => setPasting(!isPasting)}
        >
          {t('terms.paste')}
        </Button>
        <FileButton
          accept="text/plain,text/csv,.txt,.csv,.md"
          inputProps={{ 'aria-label': t('terms.file') }}
          onChange={(file) => void file?.text().then((text) => add(parseTerms(text)))}
        >
          {(props) => (
            <Button size="xs" variant="default" leftSection={<FileUp size={14} />} {...props}>
              {t('terms.import')}
            </Button>
          )}
        </FileButton>
      </Group>
      {isPasting ? <PasteField onAdd={add} /> : null}
    </div>
  )
}

type RowsProps = {
  terms: readonly Term[]
  onChange: (index: number, term: Term | null) => void
}

function TermRows({ terms, onChange }: RowsProps) {
  const { t } = useTranslation('parts')
  if (terms.length === 0) {
    return <p className={styles['none']}>{t('terms.none')}</p>
  }
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('terms.spelling')}</th>
            <th scope="col">{t('terms.heardAs')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('terms.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term, index) => (
            // Rows have no ids, and each depends only on its entry in the list.
            <TermRow key={index} index={index} term={term} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { index: number; term: Term; onChange: RowsProps['onChange'] }

const TermRow = memo(function TermRow({ index, term, onChange }: RowProps) {
  const { t } = useTranslation('parts')
  const name = term.term || t('terms.numbered', { number: index + 1 })
  return (
    <tr>
      <td>
        <input
          className={styles['input']}
          aria-label={t('terms.spellingOf', { number: index + 1 })}
          maxLength={100}
          value={term.term}
          onChange={(event) => onChange(index, { ...term, term: event.currentTarget.value })}
        />
      </td>
      <td>
        <SpellingsField
          label={t('terms.heardOf', { name })}
          spellings={term.heard_as}
          onChange={(spellings) => onChange(index, { ...term, heard_as: spellings })}
        />
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('terms.removeOne', { name })}
          onClick={() => onChange(index, null)}
        >
          <X size={14} />
        </ActionIcon>
      </td>
    </tr>
  )
})

type SpellingsProps = {
  label: string
  spellings: readonly string[]
  onChange: (spellings: string[]) => void
}

/** Keeps the text exactly as typed, including commas and spaces, while its meaning is unchanged. */
function SpellingsField({ label, spellings, onChange }: SpellingsProps) {
  const [text, setText] = useState(() => spellings.join(', '))
  const isSame = parseSpellings(text).join(',') === spellings.join(',')
  return (
    <input
      className={styles['input']}
      aria-label={label}
      value={isSame ? text : spellings.join(', ')}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parseSpellings(event.currentTarget.value))
      }}
    />
  )
}

function PasteField({ onAdd }: { onAdd: (terms: Term[]) => void }) {
  const { t } = useTranslation('parts')
  const [text, setText] = useState('')
  const found = parseTerms(text)
  return (
    <div className={styles['paste']}>
      <Textarea
        label={t('terms.pasteLabel')}
        description={t('terms.pasteAbout')}
        autosize
        minRows={4}
        maxRows={10}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="xs" disabled={found.length === 0} onClick={() => onAdd(found)}>
        {found.length === 0 ? t('add') : t('terms.addMany', { count: found.length })}
      </Button>
    </div>
  )
}
