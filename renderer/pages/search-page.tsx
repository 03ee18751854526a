import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { MessageCircleQuestion, Search, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import { AskBox } from '../features/ask/ask-box.tsx'
import { libraryConversation, putQuestion } from '../features/ask/conversations.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { HitList } from '../features/search/hit-list.tsx'
import { useSearchHits, type SearchRequest } from '../features/search/queries.ts'
import { SearchForm } from '../features/search/search-form.tsx'
import { announce } from '../ui/announcer.ts'
import { awaitCommand, useAwaitedCommand } from '../ui/commands.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'

const route = getRouteApi('/search')

export function SearchPage() {
  const { t } = useTranslation('search')
  const values = route.useSearch()
  const navigate = route.useNavigate()
  const projects = useProjectChoices()
  const change = (search: typeof values) => void navigate({ search, replace: true })
  const [isAsking, setAsking] = useState(values.ask !== undefined)
  const openBox = () => {
    setAsking(true)
    awaitCommand('recording.ask')
  }
  useAwaitedCommand('library.ask', openBox)
  useQuestion(values.ask, () => {
    const { ask: _asked, ...others } = values
    setAsking(true)
    change(others)
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button
            variant={isAsking ? 'light' : 'default'}
            leftSection={<MessageCircleQuestion size={15} />}
            aria-expanded={isAsking}
            onClick={() => (isAsking ? setAsking(false) : openBox())}
          >
            {t('ask')}
          </Button>
        }
      />
      {isAsking ? <AskBox /> : null}
      <SearchForm values={values} projects={projects.data ?? []} onChange={change} />
      <Panel flush>
        {values.q ? (
          <Hits request={{ ...values, q: values.q }} onWiden={(q) => change({ q })} />
        ) : (
          <NothingAsked />
        )}
      </Panel>
    </>
  )
}

/** Puts a question that the address brings, once. */
function useQuestion(question: string | undefined, onPut: () => void): void {
  const put = useEffectEvent((asked: string) => {
    putQuestion(libraryConversation, asked)
    onPut()
  })
  useEffect(() => {
    if (question !== undefined) put(question)
  }, [question])
}

function NothingAsked() {
  const { t } = useTranslation('search')
  return (
    <EmptyState icon={<Search size={20} />} title={t('nothingAsked')}>
      <p>{t('nothingAskedAbout')}</p>
      <p>{t('operators')}</p>
    </EmptyState>
  )
}

type HitsProps = { request: SearchRequest; onWiden: (words: string) => void }

function Hits({ request, onWiden }: HitsProps) {
  const { t } = useTranslation('search')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useSearchHits(request)
  const count = items?.length
  useEffect(() => {
    if (count === undefined || (count === 0 && hasMore)) return
    announce(t('hits', { count, words: request.q }))
  }, [count, hasMore, request.q, t])
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows rows={6} label={t('looking')} />
  if (items.length === 0 && !hasMore) return <NothingFound request={request} onWiden={onWiden} />
  return (
    <>
      {items.length > 0 ? <HitList hits={items} /> : <NothingYet />}
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}

/** A page may be empty and not the last one: older recordings are looked through next. */
function NothingYet() {
  const { t } = useTranslation('search')
  return (
    <EmptyState icon={<Search size={20} />} title={t('nothingYet')}>
      <p>{t('nothingYetAbout')}</p>
    </EmptyState>
  )
}

/** Suggests what to try next: fewer filters if any are set, otherwise other words. */
function NothingFound({ request, onWiden }: HitsProps) {
  const { t } = useTranslation('search')
  const { q, project, status, speaker, from, to } = request
  const isLimited = Boolean(project ?? status ?? speaker ?? from ?? to)
  const hasOperator = /["]|(^|\s)-\S/.test(q)
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title={t('nothing', { words: q })}
      action={
        isLimited ? (
          <Button variant="default" onClick={() => onWiden(q)}>
            {t('everywhere')}
          </Button>
        ) : null
      }
    >
      <p>{t('nothingAbout')}</p>
      {hasOperator ? <p>{t('operators')}</p> : null}
    </EmptyState>
  )
}
