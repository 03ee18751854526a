const typing =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"]'

/** Whether this letter was pressed alone, and not into something that takes letters. */
export function isPlainKey(event: KeyboardEvent, letter: string): boolean {
  if (event.defaultPrevented || event.repeat || event.key.toLowerCase() !== letter) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !(event.target instanceof Element && event.target.closest(typing))
}
