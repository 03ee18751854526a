/**
 * Menus are drawn within `main`, so that what they hold lies in a landmark as the rest does, and
 * begin at their first item rather than at an empty place before it.
 */
export const menuManner = {
  portalProps: { target: '#main' },
  withInitialFocusPlaceholder: false,
} as const
