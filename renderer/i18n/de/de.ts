import { analyses } from './analyses.ts'
import { apiKeys } from './api-keys.ts'
import { ask } from './ask.ts'
import { assistants } from './assistants.ts'
import { auditLog } from './audit-log.ts'
import { recorder } from './recorder.ts'
import { parts } from './parts.ts'
import { content } from './content.ts'
import { encryption } from './encryption.ts'
import { failures } from './failures.ts'
import { firstRun } from './first-run.ts'
import { home } from './home.ts'
import { insights } from './insights.ts'
import { invitations } from './invitations.ts'
import { members, org } from './org.ts'
import { modelServers } from './model-servers.ts'
import { models } from './models.ts'
import { calendars } from './calendars.ts'
import { chapters, notes, waveform, talk } from './recording.ts'
import { notices } from './notices.ts'
import { orphans } from './orphans.ts'
import { backups } from './backups.ts'
import { verification } from './verification.ts'
import { palette } from './palette.ts'
import { projects, voices } from './projects.ts'
import { prompts, trials } from './prompts.ts'
import { recovery } from './recovery.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { transcripts } from './transcripts.ts'
import { trash } from './trash.ts'
import { webhooks } from './webhooks.ts'

/** Every text of the page in German. */
export const de = {
  analyses,
  apiKeys,
  ask,
  assistants,
  auditLog,
  recorder,
  parts,
  calendars,
  chapters,
  content,
  encryption,
  failures,
  firstRun,
  home,
  insights,
  invitations,
  members,
  modelServers,
  models,
  notes,
  notices,
  org,
  orphans,
  trash,
  backups,
  verification,
  palette,
  projects,
  prompts,
  recovery,
  search,
  settings,
  shell,
  signIn,
  waveform,
  talk,
  transcripts,
  trials,
  voices,
  webhooks,
}
