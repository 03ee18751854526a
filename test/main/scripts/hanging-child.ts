// Says that it runs, then is stuck, as a native library can be.
process.stdout.write('{"progress":0.5}\n', () => {
  for (;;);
})
