import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { updateLanguage, type MemberRow } from './store.ts'

/** In which language the member's page is, for mails that nobody asks for. */
export const noteLanguage = (
  { db }: Pick<Deps, 'db'>,
  { memberId }: Caller,
  language: NonNullable<MemberRow['language']>,
): Promise<void> => updateLanguage(db.sql, memberId, language)
