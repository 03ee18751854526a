import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createPrompt,
  describePromptFields,
  listPrompts,
  listPromptVersions,
  trashPrompt,
  updatePrompt,
} from 'earshot/client'
import type { CreatePromptData, DescribePromptFieldsData } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'
import { shownPrompt } from '../../ui/own-words.ts'

const queryKey = ['prompts'] as const

/** All prompts (the first hundred), newest first as the service lists them. */
export const usePrompts = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await listPrompts({ query: { limit: 100 }, signal })).data,
    select: (prompts) => prompts.map(shownPrompt),
    staleTime: 60_000,
  })

/** Every version of a prompt's text and schema, newest first. */
export const usePromptVersions = (promptId: string) =>
  usePages({
    key: [...queryKey, promptId, 'versions'],
    load: (page, signal) => listPromptVersions({ path: { promptId }, query: page, signal }),
  })

export type PromptBody = CreatePromptData['body']

export type FieldsBody = DescribePromptFieldsData['body']

/** Which fields of an answer are filled without a language model; nothing for what is no schema yet. */
export const usePromptFields = (body: FieldsBody | null) =>
  useQuery({
    queryKey: [...queryKey, 'fields', body],
    queryFn: async ({ signal }) =>
      body === null ? [] : (await describePromptFields({ body, signal })).data.fields,
    placeholderData: (before) => before,
    // A schema that is refused is refused again; the form says so when it is saved.
    retry: false,
    staleTime: Infinity,
  })

/** Saves a new prompt, or updates the one with this id. */
export function useSavePrompt(promptId: string | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: PromptBody) =>
      promptId === null
        ? (await createPrompt({ body })).data
        : (await updatePrompt({ path: { promptId }, body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
}

export function useDeletePrompt() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (promptId: string) => (await trashPrompt({ path: { promptId } })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
}
