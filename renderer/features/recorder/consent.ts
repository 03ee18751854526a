const storageName = 'earshot.recording-consent'

/** Whether the question if everyone knows was put away for good. */
export const isConsentSettled = (): boolean => localStorage.getItem(storageName) === 'settled'

export const settleConsent = (): void => localStorage.setItem(storageName, 'settled')
