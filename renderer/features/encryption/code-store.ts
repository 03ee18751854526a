import { create } from 'zustand'

type ShownCode = { code: string; comesWith: 'encrypt' | 'rekey' | 'renewal' }

/**
 * The recovery code that the person has not kept yet. It outlives every screen and all data of the service, because it
 * is told once and the library closes meanwhile.
 */
export const useRecoveryCode = create<{ shown: ShownCode | null }>(() => ({ shown: null }))

export const showRecoveryCode = (shown: ShownCode): void => useRecoveryCode.setState({ shown })
export const forgetRecoveryCode = (): void => useRecoveryCode.setState({ shown: null })
