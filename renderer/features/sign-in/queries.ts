import { useMutation } from '@tanstack/react-query'
import { requestSignInLink, signInByLink } from 'earshot/client'

export const useRequestLink = () =>
  useMutation({
    mutationFn: async (email: string) => (await requestSignInLink({ body: { email } })).data,
  })

export const useSignInByLink = () =>
  useMutation({
    mutationFn: async (token: string) => (await signInByLink({ body: { token } })).data,
    gcTime: 0,
  })
