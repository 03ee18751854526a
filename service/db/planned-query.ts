import type { Connection, PoolClient, Submittable } from 'pg'
import utils from 'pg/lib/utils.js'

type Column = { name: string; read: (text: string) => unknown }

/** Columns of the statements that a connection has planned, by their names; none of one that answers no rows. */
const columnsByConnection = new WeakMap<Connection, Map<string, readonly Column[]>>()

type Result = { command: string; rowCount: number; rows: Record<string, unknown>[] }
type Settle = (error: unknown, result?: Result) => void

type Statement = {
  /** The same for this text on every connection. */
  name: string
  text: string
  values: unknown[]
  /** In milliseconds; left out, it may take as long as it takes. */
  query_timeout?: number
}

/** Runs a statement that its connection plans once. Rejects as `client.query` does. */
export const queryPlanned = (client: PoolClient, statement: Statement): Promise<Result> =>
  new Promise((resolve, reject) => {
    client.query(
      new PlannedQuery(client, statement, (error, result) =>
        result ? resolve(result) : reject(error),
      ),
    )
  })

/**
 * What node-postgres lets anybody write (its pg-cursor is another). Its own query asks each time for the names and types of
 * the columns, which PostgreSQL looks up and Node reads anew. They cannot have changed: a statement that would answer
 * other columns than when it was planned is refused (`isOutdated`).
 */
class PlannedQuery implements Submittable {
  // node-postgres reads these four, and puts its own callback there where there is a limit of time.
  readonly name: string
  readonly text: string
  readonly query_timeout: number | undefined
  callback: Settle
  readonly #values: unknown[]
  readonly #client: PoolClient
  readonly #result: Result = { command: '', rowCount: 0, rows: [] }
  #columns: readonly Column[] | undefined
  #failure: unknown

  constructor(client: PoolClient, statement: Statement, callback: Settle) {
    const { name, text, values, query_timeout } = statement
    this.name = name
    this.text = text
    this.query_timeout = query_timeout
    this.callback = callback
    this.#values = values
    this.#client = client
  }

  /** Answers an error where nothing was sent. */
  submit(connection: Connection): unknown {
    const { name, text } = this
    let values: (string | Buffer | null)[]
    try {
      values = this.#values.map((value) => utils.prepareValue(value))
    } catch (error) {
      return error
    }
    this.#columns = columnsByConnection.get(connection)?.get(name)
    // One piece for the socket, or for the database's thread.
    connection.stream.cork()
    if (!isParsed(connection, name)) connection.parse({ name, text, types: [] }, true)
    connection.bind({ statement: name, values }, true)
    if (!this.#columns) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#client.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      this.#columns?.forEach(({ name, read }, index) => {
        const text = fields[index] ?? null
        row[name] = text === null ? null : read(text)
      })
    } catch (error) {
      this.#failure = error
    }
    this.#result.rows.push(row)
  }

  /** Such as `SELECT 3` and `INSERT 0 1`. */
  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    const words = text.split(' ')
    this.#result.command = words[0] ?? ''
    this.#result.rowCount = Number(words.at(-1))
    const known = columnsByConnection.get(connection) ?? new Map<string, readonly Column[]>()
    columnsByConnection.set(connection, known.set(this.name, this.#columns ?? []))
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.callback(null, this.#result)
    else this.callback(this.#failure)
  }

  handleError(error: unknown): void {
    this.callback(error)
  }
}

/** node-postgres notes there what PostgreSQL has taken. */
function isParsed(connection: Connection, name: string): boolean {
  const parsed: unknown = Reflect.get(connection, 'parsedStatements')
  return typeof parsed === 'object' && parsed !== null && name in parsed
}
