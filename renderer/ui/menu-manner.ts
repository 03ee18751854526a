/**
 * Menus render within `main`, so their content is inside a landmark, and focus their first
 * item rather than the empty list.
 */
export const menuManner = {
  portalProps: { target: '#main' },
  withInitialFocusPlaceholder: false,
} as const
