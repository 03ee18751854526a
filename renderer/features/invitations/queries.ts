import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  lookUpInvitation,
  resendInvitation,
} from 'earshot/client'
import type { AcceptInvitationData, CreateInvitationData } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = ['invitations'] as const

export type NewInvitation = CreateInvitationData['body']

export const useInvitations = () =>
  usePages({
    key,
    load: (page, signal) => listInvitations({ query: { limit: 50, ...page }, signal }),
  })

export function useInvite() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewInvitation) => (await createInvitation({ body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    // The response contains the link; drop it once the dialog is gone.
    gcTime: 0,
  })
}

export function useResend() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (invitationId: string) =>
      (await resendInvitation({ path: { invitationId } })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    gcTime: 0,
  })
}

export function useRevokeInvitation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (invitationId: string) =>
      (await deleteInvitation({ path: { invitationId } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** What an invitation link grants; needs no session. */
export const useLookUp = (token: string) =>
  useQuery({
    queryKey: ['invitation-link', token],
    queryFn: async ({ signal }) => (await lookUpInvitation({ body: { token }, signal })).data,
    gcTime: 0,
  })

export const useAccept = () =>
  useMutation({
    mutationFn: async (body: AcceptInvitationData['body']) =>
      (await acceptInvitation({ body })).data,
    gcTime: 0,
  })
