/** Part of node-postgres that its types leave out; its own pg-cursor uses it. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** A parameter as it is sent: dates, arrays and objects as text. Throws where an object cannot be written as JSON. */
    prepareValue: (value: unknown) => string | Buffer | null
  }
  export default utils
}
