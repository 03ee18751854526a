/**
 * The public half of the Ed25519 key that updates are signed with, in PEM; main/sign-update.ts signs
 * with the other. Null until the owner of the project sets it: until then there are no updates.
 */
export const updateKey: string | null = null
