import { Argument, type Command } from 'commander'
import { listAllProjects } from 'earshot/client'
import { command, type Add } from './command.ts'
import { connect } from './connect.ts'
import { UsageError } from './errors.ts'
import type { Io } from './io.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

// Each script asks `earshot complete -- WORDS` what may come next, so that it never grows stale.
const scripts: Record<Shell, string> = {
  bash: `_earshot() {
  local IFS=$'\\n'
  COMPREPLY=($(earshot complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _earshot earshot`,
  zsh: `#compdef earshot
_earshot() {
  local -a found
  found=("\${(@f)$(earshot complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found[1]" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _earshot earshot`,
  fish: `function __earshot
  set -l words (commandline -opc) (commandline -ct)
  earshot complete -- $words[2..] 2>/dev/null
end
complete -c earshot -a '(__earshot)'`,
}

/** earshot completion, and the hidden command that its scripts call */
export const completion: Add = (io, program) => {
  program
    .command('complete', { hidden: true })
    .addArgument(new Argument('[words...]'))
    .action(async (words: string[]) => {
      const found = await complete(io, program, words)
      io.stdout.write(found.map((word) => `${word}\n`).join(''))
    })
  return printScript(io, program)
}

const printScript = command({
  line: 'completion <shell>',
  about: 'print a script that lets the Tab key complete commands, options and projects',
  examples: [
    'completion bash >> ~/.bashrc',
    'completion zsh > "${fpath[1]}/_earshot"',
    'completion fish > ~/.config/fish/completions/earshot.fish',
  ],
  run: async ({ out }, _options, shell = '') => {
    const name = shells.find((one) => one === shell)
    if (!name) throw new UsageError(`There are scripts for ${shells.join(', ')}.`)
    out.result({ shell: name, script: scripts[name] }, [scripts[name]])
  },
})

/** What may stand at the place of the last word, which is begun or empty. */
async function complete(io: Io, program: Command, words: string[]): Promise<string[]> {
  const before = words.slice(0, -1)
  const begun = words.at(-1) ?? ''
  const target = findCommand(program, before)
  const option = target.options.find(({ long, short }) => {
    const last = before.at(-1)
    return last !== undefined && (last === long || last === short)
  })
  const isProject = option?.long === '--project' || argumentAt(target, before) === 'project'
  const possible =
    option?.argChoices ??
    (isProject ? await projectNames(io) : [...namesOf(target), ...optionsOf(target)])
  return possible.filter((word) => word.startsWith(begun))
}

function findCommand(program: Command, words: string[]): Command {
  let target = program
  for (const word of words) {
    target = target.commands.find((one) => one.name() === word || one.alias() === word) ?? target
  }
  return target
}

/** The name of the next argument; nothing where the command has none left. */
function argumentAt(target: Command, words: string[]): string | undefined {
  const own = words.lastIndexOf(target.name())
  const given = words.slice(own + 1).filter((word) => !word.startsWith('-'))
  return own < 0 ? undefined : target.registeredArguments[given.length]?.name()
}

const namesOf = ({ commands }: Command) =>
  commands.map((one) => one.name()).filter((name) => name !== 'complete')
const optionsOf = ({ options }: Command) => [
  ...options.flatMap(({ long }) => long ?? []),
  '--json',
  '--help',
]

/** Slugs, which need no quotes; nothing where no service answers. */
const projectNames = async (io: Io): Promise<string[]> => {
  try {
    return (await listAllProjects(await connect(io.env))).map(({ slug }) => slug)
  } catch {
    return [] // the Tab key is no place for an error
  }
}
