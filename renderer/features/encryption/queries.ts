import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query'
import {
  EarshotError,
  changeEncryption,
  decryptLibrary,
  encryptLibrary,
  getEncryption,
  lockLibrary,
  rekeyLibrary,
  renewRecoveryCode,
  unlockLibrary,
  type Encryption,
  type EncryptionChange,
  type EncryptionInput,
  type Unlocking,
} from 'earshot/client'
import { showRecoveryCode } from './code-store.ts'

const key = ['encryption'] as const
/** While the library is closed somebody waits; while recordings follow, nobody does. */
const [followMs, lookMs] = [500, 3_000]

/**
 * Whether the library is encrypted, and open. Followed, it is asked again and again: whoever answers changes as the
 * library closes and opens, and nobody does in between.
 */
export const useEncryption = ({ isFollowed = false, isWanted = true } = {}) =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await getEncryption({ signal })).data,
    enabled: isWanted,
    refetchInterval: ({ state }) => (isFollowed ? followMs : isGoingOn(state.data) && lookMs),
    refetchIntervalInBackground: isFollowed,
    retry: !isFollowed,
  })

/** Whether recordings are still to be encrypted. */
const isGoingOn = (data: Encryption | undefined): boolean =>
  data?.recordings ? data.recordings.encrypted_count < data.recordings.count : false

/** Begins it. The recovery code is shown from then on until the person has kept it. */
export const useEncrypt = () =>
  useChange(async (body: EncryptionInput) => {
    const { data } = await encryptLibrary({ body })
    showRecoveryCode({ code: data.recovery_code, comesWith: 'encrypt' })
    return data.encryption
  })

/** Begins it. The recovery code takes the place of the one before once it is done. */
export const useRekey = () =>
  useChange(async (passphrase: string) => {
    const { data } = await rekeyLibrary({ body: { passphrase } })
    showRecoveryCode({ code: data.recovery_code, comesWith: 'rekey' })
    return data.encryption
  })

export const useDecrypt = () => useChange(async () => (await decryptLibrary()).data)
export const useLock = () => useChange(async () => (await lockLibrary()).data)

/** Waits for a library that is still being closed, where nobody answers in between. */
export const useUnlock = () =>
  useChange(async (body: Unlocking) => (await unlockLibrary({ body })).data, {
    retry: (count, error) => count < 20 && isPassing(error),
    retryDelay: followMs,
  })

const isPassing = (error: Error): boolean =>
  error instanceof EarshotError && (error.status === 0 || error.code === 'encryption_not_possible')

export const useChangeOpeners = () =>
  useChange(async (body: EncryptionChange) => (await changeEncryption({ body })).data)

export const useRenewCode = () =>
  useMutation({
    mutationFn: async () => {
      const { data } = await renewRecoveryCode()
      showRecoveryCode({ code: data.recovery_code, comesWith: 'renewal' })
    },
  })

function useChange<T = void>(
  change: (given: T) => Promise<Encryption>,
  manner: Pick<UseMutationOptions<void, Error, T>, 'retry' | 'retryDelay'> = {},
) {
  const queries = useQueryClient()
  return useMutation({
    ...manner,
    mutationFn: async (given: T) => {
      const data = await change(given)
      // An answer that is on its way tells what was before.
      await queries.cancelQueries({ queryKey: key })
      queries.setQueryData(key, data)
    },
  })
}
