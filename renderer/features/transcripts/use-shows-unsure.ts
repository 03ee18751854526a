import { useLocalStorage } from '@mantine/hooks'

/** Whether words that the engine was not sure of are marked; remembered in this browser. */
export const useShowsUnsure = () =>
  useLocalStorage<boolean>({
    key: 'earshot.shows-unsure',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
