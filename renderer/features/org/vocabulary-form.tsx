import { Button, Group } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { Organization } from 'earshot/client'
import { announce } from '../../ui/announcer.ts'
import type { Term } from '../../ui/vocabulary.ts'
import { VocabularyEditor } from '../../ui/vocabulary-editor.tsx'
import { useUpdateOrganization } from './queries.ts'

type Props = { organization: Organization }

/** The same for those who may only read it. */
export function VocabularyList({ organization: { settings } }: Props) {
  const { t } = useTranslation('org')
  return (
    <>
      <p>{t('vocabulary.ofAdmins')}</p>
      <ul aria-label={t('vocabulary.title')}>
        {settings.vocabulary.map(({ term, heard_as: misspelt }) => (
          <li key={term}>{[term, ...misspelt].join(' · ')}</li>
        ))}
      </ul>
    </>
  )
}

/** Names and terms that all projects share. */
export function VocabularyForm({ organization }: Props) {
  const { t } = useTranslation('org')
  const { vocabulary } = organization.settings
  const [terms, setTerms] = useState<Term[]>(vocabulary)
  const update = useUpdateOrganization()
  const isChanged = JSON.stringify(terms) !== JSON.stringify(vocabulary)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const meant = terms.filter((row) => row.term.trim() || row.heard_as.length > 0)
    update.mutate(
      { settings: { vocabulary: meant } },
      {
        onSuccess: ({ settings }) => {
          setTerms(settings.vocabulary)
          announce(t('vocabulary.announced'))
        },
      },
    )
  }
  const failure = update.error ? asFailure(update.error) : null
  return (
    <form onSubmit={save} noValidate>
      <VocabularyEditor
        terms={terms}
        error={failure && (failure.details[0]?.message ?? failure.message)}
        onChange={setTerms}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <span>{isChanged || !update.isSuccess ? '' : t('vocabulary.saved')}</span>
        <Button variant="default" disabled={!isChanged} onClick={() => setTerms(vocabulary)}>
          {t('vocabulary.undo')}
        </Button>
        <Button type="submit" disabled={!isChanged} loading={update.isPending}>
          {t('vocabulary.save')}
        </Button>
      </Group>
    </form>
  )
}
