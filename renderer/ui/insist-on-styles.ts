const againMs = 2_000

/**
 * Asks again for style sheets that could not be had, as while the service opens another library: the loader of the
 * page's parts takes each as asked for once and for all, and the part would stay without.
 */
export function insistOnStyles(): void {
  const onError = ({ target }: Event): void => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    setTimeout(() => target.replaceWith(target.cloneNode()), againMs)
  }
  // Such events do not bubble.
  document.addEventListener('error', onError, true)
}
