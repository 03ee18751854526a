import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Names the file that a run of the tests reports to, as JSON, for `test/run.ts`. */
export const reportVariable = 'EARSHOT_TEST_REPORT'

/** What one test file took. */
type FileCost = { project: string; file: string; processorSeconds: number }

const listedFiles = 10
const seconds = (value: number): string => `${value.toFixed(1).padStart(8)} s`

/**
 * Prints what the tests took of the processors, in user and system seconds with all the processes that they started:
 * the sum of each project and the dearest files. Nothing where the system does not tell (processor-seconds.ts).
 * PostgreSQL, the contract's service and vitest itself belong to no file; `test/run.ts` prints the total.
 */
export class CostReporter implements Reporter {
  readonly #costs: FileCost[] = []

  onTestModuleEnd(module: TestModule): void {
    const { processorSeconds } = module.meta()
    if (processorSeconds === undefined) return
    const file = path.relative(process.cwd(), module.moduleId)
    this.#costs.push({ project: module.project.name, file, processorSeconds })
  }

  onTestRunEnd(): void {
    if (this.#costs.length === 0) return
    const lines = [...this.#projectLines(), '', ...this.#fileLines()]
    process.stderr.write(`\nProcessor seconds\n${lines.join('\n')}\n`)
  }

  #projectLines(): string[] {
    const projects = [...Map.groupBy(this.#costs, ({ project }) => project)]
    return projects
      .map(([project, costs]) => ({ project, costs, sum: sumOf(costs) }))
      .toSorted((a, b) => b.sum - a.sum)
      .map(({ project, costs, sum }) => `${seconds(sum)}  ${project}, ${costs.length} files`)
  }

  #fileLines(): string[] {
    return this.#costs
      .toSorted((a, b) => b.processorSeconds - a.processorSeconds)
      .slice(0, listedFiles)
      .map(({ file, project, processorSeconds }) => {
        return `${seconds(processorSeconds)}  ${file} (${project})`
      })
  }
}

const sumOf = (costs: readonly FileCost[]): number =>
  costs.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0)
