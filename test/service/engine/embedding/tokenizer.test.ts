import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { expect, test } from 'vitest'
import { bundledModelsFolder, readCatalogue } from '../../../../service/engine/models/catalogue.ts'

/** Texts with the ids that the Python library `tokenizers` 0.23.3 gives for the same file. */
const expected: readonly (readonly [text: string, ids: string])[] = [
  [
    "I'll send Jürgen the contract on Friday, e-mail me @ 3.14% $5,000.",
    '101 1045 1005 2222 4604 23171 1996 3206 2006 5958 1010 1041 1011 5653 2033 1030 1017 1012 2403 1003 1002 1019 1010 2199 1012 102',
  ],
  [
    'Übermäßig schöne Straßenbahn – „ẞ“ …',
    '101 19169 2863 19310 8004 8040 27406 2358 27807 27698 4430 2078 1516 1525 1096 1523 1529 102',
  ],
  [
    '会议将于星期五下午三点开始。OK？',
    '101 1763 100 100 100 1866 100 1753 1743 100 1741 100 100 100 1636 7929 1994 102',
  ],
  ['カタカナとひらがな', '101 1700 30235 30226 30241 30192 30199 30211 30177 30193 102'],
  ['👍 great 👩\u200d👩\u200d👧 🇩🇪', '101 100 2307 100 100 102'],
  ['naïve Ångström a\u0301\u0327 ﬁne ½', '101 15743 17076 15687 1037 1984 2638 1092 102'],
  ['a\u0000b\ufffdc\u200bd\u00ade\u00a0f\u2028g', '101 5925 3207 1042 1043 102'],
  [
    'שלום हिन्दी Ёлка й 한국어',
    '101 1266 29799 29792 29800 1339 29877 29863 29861 29878 1185 29436 28598 1188 1469 30006 30021 29991 30014 30020 29999 30008 102',
  ],
  ['[CLS] [MASK] hi', '101 101 103 7632 102'],
  ['', '101 102'],
  ['x'.repeat(10_000), '101 100 102'],
]

test('token ids are those of the Python library, in any script', async () => {
  const models = await readCatalogue()
  const file = models.find(({ kind }) => kind === 'text-embedding')?.tokenizer?.file ?? ''
  const text = await readFile(path.join(bundledModelsFolder, file), 'utf8')
  const tokenizer = new Tokenizer(JSON.parse(text), {})
  for (const [spoken, ids] of expected) {
    expect(tokenizer.encode(spoken).ids.join(' '), spoken.slice(0, 80)).toBe(ids)
  }
})
