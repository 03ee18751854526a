import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announcer.ts'
import { moved, newField, type Field } from './schema-draft.ts'
import { SchemaField, type Refused } from './schema-field.tsx'
import styles from './schema.module.css'

type Props = {
  fields: readonly Field[]
  faults: ReadonlyMap<string, 'missing' | 'twice'>
  refused: Refused
  depth: number
  onChange: (fields: Field[]) => void
}

/** The fields of one level in order; they can be reordered by keyboard or mouse. */
export function SchemaFields({ fields, faults, refused, depth, onChange }: Props) {
  const { t } = useTranslation('prompts')
  const [dragged, setDragged] = useState<string | null>(null)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return
    onChange(moved(fields, from, to))
    const name = fields[from]?.name ?? ''
    announce(t('field.movedTo', { name, place: to + 1, count: fields.length }))
  }
  return (
    <>
      {fields.length > 0 ? (
        <ol className={styles['fields']} data-depth={depth}>
          {fields.map((field, index) => (
            // A drop target for dragging; with the keyboard, the handle moves the field.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={field.id}
              className={styles['field']}
              data-dragged={dragged === field.id}
              onDragOver={(event) => {
                const from = fields.findIndex(({ id }) => id === dragged)
                if (from < 0) return
                event.preventDefault()
                event.stopPropagation()
                if (from !== index) onChange(moved(fields, from, index))
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <SchemaField
                field={field}
                place={index + 1}
                faults={faults}
                refused={refused}
                depth={depth}
                onChange={(next) => onChange(fields.with(index, next))}
                onRemove={() => onChange(fields.toSpliced(index, 1))}
                onMove={(by) => move(index, index + by)}
                onDrag={(isDragged) => setDragged(isDragged ? field.id : null)}
                renderInner={(inner, onInner) => (
                  <SchemaFields
                    fields={inner}
                    faults={faults}
                    refused={refused}
                    depth={depth + 1}
                    onChange={onInner}
                  />
                )}
              />
            </li>
          ))}
        </ol>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Plus size={14} />}
        className={styles['add'] ?? ''}
        onClick={() => onChange([...fields, newField(freeName(fields, t('field.newName')))])}
      >
        {depth === 0 ? t('field.add') : t('field.addInner')}
      </Button>
    </>
  )
}

function freeName(fields: readonly Field[], base: string): string {
  const names = new Set(fields.map(({ name }) => name))
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? base : `${base}_${at}`
    if (!names.has(name)) return name
  }
}
