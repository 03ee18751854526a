/** Files that share a worker share its language, too: each starts in English. */
import { speakAs } from './page-language.ts'

await speakAs('en')
