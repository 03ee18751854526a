import type { Compilable, CompiledQuery } from 'kysely'
import { plannedMark } from './connection-lease.ts'
import type { Sql } from './database.ts'

/** Stands in for a parameter while its statement is put together. */
class StandIn {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A look-up of which a busy service makes many, put together once: that takes longer than PostgreSQL takes to find a row
 * by its key (engines.md). It is planned once, too, as those that are marked (connection-lease.ts). Answers its first row.
 * @param build is given stand-ins, so it may hand the parameters to the statement and do nothing else with them
 */
export function compiledOnce<Parameters extends Record<string, unknown>, Row>(
  build: (sql: Sql, parameters: Parameters) => Compilable<Row>,
): (sql: Sql, parameters: Parameters) => Promise<Row | undefined> {
  const compile = (sql: Sql): CompiledQuery<Row> => {
    const query = build(sql, standIns<Parameters>()).compile()
    return { ...query, sql: `${query.sql} ${plannedMark}` }
  }
  let compiled: CompiledQuery<Row> | undefined
  return async (sql, parameters) => {
    compiled ??= compile(sql)
    const values = compiled.parameters.map((value) =>
      value instanceof StandIn ? parameters[value.name] : value,
    )
    const { rows } = await sql.executeQuery<Row>({ ...compiled, parameters: values })
    return rows[0]
  }
}

/** Any parameter that is asked for. */
const standIns = <Parameters extends object>(): Parameters =>
  // Kysely takes any object for a value, and nothing else sees it.
  new Proxy({} as Parameters, { get: (_, name) => new StandIn(String(name)) })
