/**
 * The public half of the Ed25519 key that signs updates, in PEM; main/sign-update.ts uses the
 * private half. Null until the owner of the project sets it: until then there are no updates.
 */
export const updateKey: string | null = null
