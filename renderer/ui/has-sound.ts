import { createContext, useContext } from 'react'

/** Whether what is shown can be played; without sound, buttons go to a place in the text instead. */
export const HasSound = createContext(true)
export const useHasSound = (): boolean => useContext(HasSound)
