/** What this browser keeps under a name, as fields; what somebody else wrote there is as good as nothing. */
export function readStored(name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
