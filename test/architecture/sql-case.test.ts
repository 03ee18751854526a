import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeFiles, parse, read } from './sources.ts'

// Those that are no names of our columns. Types and functions stay lower case.
const keywords =
  'select from where and or not in is null order by group having limit offset insert into values ' +
  'update set delete returning with as on using join inner outer lateral cross union all distinct ' +
  'case when then else exists between asc desc over partition filter interval any true false ' +
  'create drop alter table truncate show checkpoint vacuum analyze conflict do nothing'
const lowerCase = new RegExp(String.raw`(?<![\w.:$])(${keywords.replaceAll(' ', '|')})(?![\w.(])`)

test('SQL keywords in TypeScript are upper case', () => {
  const files = codeFiles().filter((file) => file.startsWith('service/'))
  const wrong = files.flatMap((file) =>
    sqlOf(file).flatMap((text) => {
      const [, keyword] = lowerCase.exec(text.replaceAll(/'[^']*'|--.*/g, "''")) ?? []
      return keyword === undefined ? [] : [`${file}: ${keyword} in ${text.trim().slice(0, 80)}`]
    }),
  )
  expect(wrong).toEqual([])
})

/** The literal parts of every sql`…` (imported as `sql` or `raw`) of a file. */
function sqlOf(file: string): string[] {
  if (!/\b(sql|raw)(<[^`]*>)?`/.test(read(file))) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /^(sql|raw)$/.test(node.tag.getText(source))) {
      const { template } = node
      if (ts.isNoSubstitutionTemplateLiteral(template)) found.push(template.text)
      else
        found.push(template.head.text, ...template.templateSpans.map((span) => span.literal.text))
    }
    ts.forEachChild(node, visit)
  }
  const source = parse(file)
  visit(source)
  return found
}
