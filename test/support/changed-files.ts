import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** Names the commit, branch or tag that changes are counted from, for who knows better than `changeBase`. */
const changeBaseVariable = 'EARSHOT_CHANGED_SINCE'

/** The lines of git's answer; none where it has none, as for a branch that is not there. */
function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

/** Where this work left the main branch; on that branch its last commit. Null where git does not tell. */
export function changeBase(): string | null {
  const given = process.env[changeBaseVariable]
  const [base] = given
    ? git('rev-parse', '--verify', '--quiet', `${given}^{commit}`)
    : [
        ...git('merge-base', 'HEAD', 'refs/remotes/origin/main'),
        ...git('merge-base', 'HEAD', 'refs/heads/main'),
      ]
  return base ?? null
}

/** What differs from the base, committed or not, deleted files too; null where git does not tell. */
function changedFiles(): string[] | null {
  const base = changeBase()
  if (base === null) return null
  const changed = git('diff', '--name-only', base)
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])]
}

/** Whether a source that matches differs from the base; also where git does not tell. Documents are none. */
const hasChanged = (sources: RegExp): boolean =>
  changedFiles()?.some((file) => sources.test(file) && !file.endsWith('.md')) ?? true

export const haveEnginesChanged = (): boolean => hasChanged(/^(service\/engine|models)\//)
export const hasShellChanged = (): boolean => hasChanged(/^main\//)
/** What keeps the database, recordings and backups whole. Migrations are none of it: each change of a table has one. */
export const hasStorageChanged = (): boolean =>
  hasChanged(/^service\/(db\/(?!migrations\/)|backup\/|blobs\/|encryption\/|recovery\/)/)
