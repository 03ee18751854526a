import { create } from 'zustand'

/** `isFirst`: it came with the encryption, and not in the place of another one. */
type ShownCode = { code: string; isFirst: boolean }

/**
 * The recovery code that the person has not kept yet. It outlives every screen and all data of the service, because it
 * is told once and the library closes meanwhile.
 */
export const useRecoveryCode = create<{ shown: ShownCode | null }>(() => ({ shown: null }))

export const showRecoveryCode = (shown: ShownCode): void => useRecoveryCode.setState({ shown })
export const forgetRecoveryCode = (): void => useRecoveryCode.setState({ shown: null })
