import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import { CheckedResult } from '../features/analyses/checked-result.tsx'
import { failureHelp } from '../features/analyses/failure-help.ts'
import { useRecording } from '../features/content/queries.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import type { PromptBody } from '../features/prompts/queries.ts'
import { useTrial, useTriable } from '../features/trials/queries.ts'
import { TrialPanel } from '../features/trials/trial-panel.tsx'
import { shownName } from '../ui/shown-name.ts'
import type { ContentRef } from '../api/types.ts'
import { speakerName } from '../ui/own-words.ts'

/** Connects an unsaved prompt with a recording to try it on. */
export function PromptTrial({ body }: { body: PromptBody }) {
  const projects = useProjectChoices().data ?? []
  const [chosenProject, setProject] = useState('')
  const projectId = chosenProject || projects[0]?.id || ''
  return projectId === '' ? null : (
    <TrialOn
      key={projectId}
      body={body}
      projectId={projectId}
      projects={projects.map(({ id, name }) => ({ value: id, label: name }))}
      onProject={setProject}
    />
  )
}

type Choice = { value: string; label: string }
type Props = {
  body: PromptBody
  projectId: string
  projects: readonly Choice[]
  onProject: (projectId: string) => void
}

function TrialOn({ body, projectId, projects, onProject }: Props) {
  const recordings = (useTriable(projectId).data ?? []).map((item) => ({
    value: item.id,
    label: shownName(item),
  }))
  const [chosen, setChosen] = useState('')
  const contentId = chosen || recordings[0]?.value || ''
  const { start, cancel, trial, isBusy, error } = useTrial({ projectId, contentId })
  const { template, output_schema = null, result_language = null } = body
  return (
    <TrialPanel
      projects={projects}
      projectId={projectId}
      onProject={onProject}
      recordings={recordings}
      contentId={contentId}
      onRecording={setChosen}
      trial={trial}
      isBusy={isBusy}
      failure={error ? asFailure(error).message : null}
      help={failureHelp(trial?.error?.code ?? '')}
      onTry={() => start.mutate({ template, output_schema, result_language })}
      onCancel={() => cancel.mutate()}
    >
      {trial?.result ? (
        <TriedResult
          trial={{ ...trial, result: trial.result }}
          contentRef={{ projectId, contentId }}
          schema={output_schema ?? {}}
        />
      ) : null}
    </TrialPanel>
  )
}

type Tried = Parameters<typeof CheckedResult>[0]['written'] & { result: Record<string, unknown> }

/** Shows quotes in place with their text, so the editor stays on screen. */
function TriedResult(props: {
  trial: Tried
  contentRef: ContentRef
  schema: Parameters<typeof CheckedResult>[0]['schema']
}) {
  const { projectId, contentId } = props.contentRef
  const segments = useRecording(projectId, contentId).data?.transcript?.segments ?? []
  return (
    <CheckedResult
      written={props.trial}
      result={props.trial.result}
      schema={props.schema}
      isUnsaved
      momentOf={(id) => {
        const segment = segments.find((one) => one.id === id)
        return segment ? { ...segment, speaker: speakerName(segment.speaker) } : null
      }}
    />
  )
}
