/** Entry of the process that makes a new database in the folder that it is given. */
import { initialiseHere } from './initialise.ts'

// Whoever asked is gone: the next start makes a folder of its own.
process.once('disconnect', () => process.exit(1))

await initialiseHere(process.argv[2] ?? '')
process.exit(0)
