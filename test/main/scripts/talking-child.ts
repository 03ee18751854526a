// Answers a message with what it was given, then ends with a last line and a code of its own.
process.on('message', (message) => {
  const { argv, env } = process
  process.send?.({ received: message, args: argv.slice(2), names: Object.keys(env).toSorted() })
  process.stdout.write('{"last":"words"}\n', () => process.exit(3))
})
