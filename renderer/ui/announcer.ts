/** Announces a short sentence to screen readers through the page's only live region. */
export function announce(sentence: string): void {
  const region = document.querySelector('#announcements')
  if (region) region.textContent = sentence
}
