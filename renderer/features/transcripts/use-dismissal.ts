import { useLocalStorage } from '@mantine/hooks'

const kept = 500

/** Whether a proposal was put away in this browser, and what puts it away. */
export function useDismissal(proposal: string): [isDismissed: boolean, dismiss: () => void] {
  const [all, setAll] = useLocalStorage<string[]>({
    key: 'earshot.dismissed-names',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const dismiss = () => setAll((before) => [...before.slice(1 - kept), proposal])
  return [all.includes(proposal), dismiss]
}
