import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { GripVertical, X } from 'lucide-react'
import { useContext, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnsweredFields, AnsweredMark } from './answered-mark.tsx'
import { draftWithKind, type Draft, type Field } from './schema-draft.ts'
import {
  descriptionOf,
  hiddenKeywords,
  isNullable,
  kindOf,
  kinds,
  withDescription,
  withNullable,
  type JsonObject,
  type Kind,
} from './schema-kinds.ts'
import { SchemaLimits } from './schema-limits.tsx'
import styles from './schema.module.css'

/** The field that the service rejects, and why. */
export type Refused = { id: string; text: string } | null

type Props = {
  field: Field
  place: number
  faults: ReadonlyMap<string, 'missing' | 'twice'>
  refused: Refused
  depth: number
  onChange: (field: Field) => void
  onRemove: () => void
  onMove: (by: number) => void
  onDrag: (isDragged: boolean) => void
  /** Renders the fields of a group, one level down. */
  renderInner: (fields: readonly Field[], onChange: (fields: Field[]) => void) => ReactNode
}

/** One field of the answer: its name, kind and description. */
export function SchemaField(props: Props) {
  const { field, place, faults, refused, depth, onChange } = props
  const { t } = useTranslation('prompts')
  const { draft, name, isRequired } = field
  const { node } = draft
  const fault = faults.get(field.id)
  const answered = useContext(AnsweredFields).get(field.id)
  const told = name === '' ? t('field.numbered', { number: place }) : name
  const setNode = (next: JsonObject) => onChange({ ...field, draft: { ...draft, node: next } })
  const setDraft = (next: Draft) => onChange({ ...field, draft: next })
  return (
    <fieldset className={styles['card']}>
      <legend className="visually-hidden">{t('field.legend', { name: told })}</legend>
      <div className={styles['line']}>
        <MoveHandle name={told} onMove={props.onMove} onDrag={props.onDrag} />
        <TextInput
          size="xs"
          aria-label={t('field.name')}
          placeholder={t('field.name')}
          maxLength={100}
          spellCheck={false}
          className={styles['name'] ?? ''}
          value={name}
          error={fault ? t(`field.${fault}`) : null}
          onChange={(event) => onChange({ ...field, name: event.currentTarget.value })}
        />
        <KindSelect
          label={t('field.kind', { name: told })}
          draft={draft}
          without={depth > 2 ? ['group'] : []}
          onChange={setDraft}
        />
        <Checkbox
          size="xs"
          label={t('field.required')}
          checked={isRequired}
          onChange={(event) => onChange({ ...field, isRequired: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('field.nullable')}
          disabled={kindOf(node) === 'other'}
          checked={isNullable(node)}
          onChange={(event) => setNode(withNullable(node, event.currentTarget.checked))}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('field.remove', { name: told })}
          onClick={props.onRemove}
        >
          <X size={14} />
        </ActionIcon>
      </div>
      {refused?.id === field.id ? (
        <p role="alert" className={styles['fault']}>
          {refused.text}
        </p>
      ) : null}
      {answered ? <AnsweredMark answered={answered} /> : null}
      <TextInput
        size="xs"
        aria-label={t('field.description', { name: told })}
        placeholder={t('field.descriptionHint')}
        value={descriptionOf(node)}
        onChange={(event) => setNode(withDescription(node, event.currentTarget.value))}
      />
      <Parts depth={depth} renderInner={props.renderInner} draft={draft} onDraft={setDraft} />
    </fieldset>
  )
}

type PartsProps = Pick<Props, 'depth' | 'renderInner'> & {
  draft: Draft
  onDraft: (draft: Draft) => void
}

/** The parts specific to a kind: limits, choices, the entries of a list, the fields of a group. */
function Parts({ draft, onDraft, ...shared }: PartsProps) {
  const { t } = useTranslation('prompts')
  const { node, fields, item } = draft
  const kind = kindOf(node)
  const hidden = hiddenKeywords(node)
  return (
    <>
      {kind === 'other' ? <p className={styles['kept']}>{t('field.other')}</p> : null}
      <SchemaLimits node={node} onChange={(next) => onDraft({ ...draft, node: next })} />
      {kind === 'list' && item ? (
        <div className={styles['parts']}>
          <KindSelect
            label={t('field.entries')}
            hasLabel
            draft={item}
            without={shared.depth > 1 ? ['list', 'long', 'group'] : ['list', 'long']}
            onChange={(next) => onDraft({ ...draft, item: next })}
          />
          <Parts {...shared} draft={item} onDraft={(next) => onDraft({ ...draft, item: next })} />
        </div>
      ) : null}
      {kind === 'group' && fields ? (
        <div className={styles['parts']}>
          {shared.renderInner(fields, (next) => onDraft({ ...draft, fields: next }))}
        </div>
      ) : null}
      {hidden.length > 0 ? (
        <p className={styles['kept']}>{t('schema.kept', { keywords: hidden.join(', ') })}</p>
      ) : null}
    </>
  )
}

type KindProps = {
  label: string
  hasLabel?: boolean
  draft: Draft
  without: readonly Kind[]
  onChange: (draft: Draft) => void
}

function KindSelect({ label, hasLabel = false, draft, without, onChange }: KindProps) {
  const { t } = useTranslation('prompts')
  const now = kindOf(draft.node)
  const offered = kinds.filter((kind) => kind === now || !without.includes(kind))
  return (
    <NativeSelect
      size="xs"
      {...(hasLabel ? { label } : { 'aria-label': label })}
      value={now}
      data={[
        ...offered.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
        ...(now === 'other' ? [{ value: 'other', label: t('kinds.other'), disabled: true }] : []),
      ]}
      onChange={(event) => {
        const kind = kinds.find((one) => one === event.currentTarget.value)
        if (kind) onChange(draftWithKind(draft, kind))
      }}
    />
  )
}

type HandleProps = { name: string } & Pick<Props, 'onMove' | 'onDrag'>

/** Drag it with the mouse, or move the field with the arrow keys. */
function MoveHandle({ name, onMove, onDrag }: HandleProps) {
  const { t } = useTranslation('prompts')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      type="button"
      draggable
      className={styles['handle']}
      aria-label={t('field.move', { name })}
      title={t('field.moveHint')}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
    >
      <GripVertical size={15} aria-hidden="true" />
    </button>
  )
}
