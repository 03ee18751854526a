import { existsSync } from 'node:fs'
import { glob, stat } from 'node:fs/promises'
import path from 'node:path'
import { build, createLogger, type InlineConfig, type Logger } from 'vite'

const root = path.join(import.meta.dirname, '..')
const page = path.join(root, 'dist/renderer/index.html')
const preload = path.join(root, 'dist/main/preload.cjs')

/** Sources that affect every build: the build script and the locked dependencies. */
const common = ['main/build.ts', 'package-lock.json']

/**
 * Builds what cannot run from source: the page, and the preload, which a sandboxed window accepts
 * only as a single CommonJS file. Skips outputs that are newer than all their sources. Calls `onBegin` before the page,
 * which takes longest. Returns what it built.
 */
export async function buildWhatIsStale(onBegin = () => {}): Promise<string[]> {
  const built: string[] = []
  if (await isStale(page, ['renderer/**/*', 'service/client/**/*', ...common])) {
    onBegin()
    const configFile = path.join(root, 'renderer/vite.config.ts')
    await buildForUse({ configFile, logLevel: 'warn', customLogger: quietLogger() })
    built.push('dist/renderer')
  }
  if (await isStale(preload, ['main/preload.ts', ...common])) {
    await buildForUse(preloadConfig)
    built.push('dist/main')
  }
  return built
}

/**
 * Warnings that somebody can act on. Vite warns of a plugin without `from` where a style composes another file's:
 * that is its own plugin, and none of these styles names an asset.
 */
function quietLogger(): Logger {
  const logger = createLogger('warn')
  const warnOnce = (text: string): void => {
    if (!text.includes('did not pass the `from` option')) logger.warnOnce(text)
  }
  return { ...logger, warnOnce }
}

/**
 * Vite picks the build mode from NODE_ENV. Under a test runner that is "test", and the page would
 * bundle React's development build: half as large again and twice as slow.
 */
async function buildForUse(config: InlineConfig): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build(config)
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

const preloadConfig: InlineConfig = {
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: path.dirname(preload),
    emptyOutDir: true,
    target: 'node24',
    lib: {
      entry: path.join(root, 'main/preload.ts'),
      formats: ['cjs'],
      fileName: () => path.basename(preload),
    },
    rolldownOptions: { external: ['electron'] },
  },
}

async function isStale(product: string, sources: readonly string[]): Promise<boolean> {
  if (!existsSync(product)) return true
  const builtAt = (await stat(product)).mtimeMs
  for await (const file of glob([...sources], { cwd: root })) {
    const source = await stat(path.join(root, file))
    if (source.isFile() && source.mtimeMs > builtAt) return true
  }
  return false
}

// `npm run build` runs this file directly.
if (import.meta.main) {
  const begin = () => process.stdout.write('Building the page …\n')
  const built = await buildWhatIsStale(begin)
  process.stdout.write(built.length > 0 ? `Built ${built.join(', ')}\n` : 'Everything is built\n')
}
