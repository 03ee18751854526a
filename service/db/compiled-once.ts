import type { Compilable, CompiledQuery } from 'kysely'
import type { Sql } from './database.ts'

/** Stands in for a parameter while its statement is put together. */
class StandIn {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement of which a busy service makes many, put together once: that takes longer than PostgreSQL takes to find a row
 * by its key (engines.md).
 * @param build is given stand-ins, so it may hand the parameters to the statement and do nothing else with them
 */
export function compiledOnce<Parameters extends Record<string, unknown>, Row>(
  build: (sql: Sql, parameters: Parameters) => Compilable<Row>,
): (sql: Sql, parameters: Parameters) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (sql, parameters) => {
    compiled ??= build(sql, standIns<Parameters>()).compile()
    const values = compiled.parameters.map((value) =>
      value instanceof StandIn ? parameters[value.name] : value,
    )
    const { rows } = await sql.executeQuery<Row>({ ...compiled, parameters: values })
    return rows
  }
}

/** Any parameter that is asked for. */
const standIns = <Parameters extends object>(): Parameters =>
  // Kysely takes any object for a value, and nothing else sees it.
  new Proxy({} as Parameters, { get: (_, name) => new StandIn(String(name)) })
