import { clipBytesMax } from '../core/clip/clip.ts'
import { actionsOf, type Command, defineAction, privately, type Utility } from '../core/command/command.ts'
import { commandUsage } from '../core/command/command-usage.ts'
import {
  type Control,
  choice,
  type Field,
  type Fields,
  optional,
  timeExample,
} from '../core/command/field.ts'
import { creditsMax } from '../core/credits.ts'
import type { Fact, ResultMessage } from '../core/message/message.ts'
import { say, sayDeclared } from '../core/texts/say.ts'

const counted = (count: number): string => count.toLocaleString('en-US')

const limitText = (control: Control): string => {
  switch (control.kind) {
    case 'text':
    case 'listed':
      return say('At most {{most}} characters.', { most: counted(control.lengthMax) })
    case 'choice':
      return say('One of: {{choices}}.', {
        choices: control.choices.map(({ label }) => sayDeclared(label)).join(', '),
      })
    case 'toggle':
      return say('Yes or no.')
    case 'credits':
      return say('From {{least}} to {{most}}.', { least: 0, most: counted(creditsMax) })
    case 'time':
      return say('Such as {{example}}, 83.5s or 1m05s.', { example: timeExample })
    case 'integer':
      return say('From {{least}} to {{most}}.', { least: control.min, most: control.max })
    case 'clip':
      return say('A file has at most {{most}} MB.', { most: clipBytesMax / 1024 / 1024 })
    case 'member':
      return say('Somebody here.')
    case 'channel':
      return say('A channel here.')
    case 'group':
      return say('A role on Discord, a user group on Slack.')
  }
}

const fieldFact = ([name, { help, required, control }]: [string, Field]): Fact => ({
  label: required ? say('{{option}} (needed)', { option: name }) : name,
  value: `${sayDeclared(help)}. ${limitText(control)}`,
})

/** One thing that a command does: its name, how it is typed, and what it takes. */
interface Way {
  name: string
  typed: string
  summary: string
  fields: Fields
}

const waysOf = (command: Command): Way[] => {
  const typed = (action?: string) => `${command.name} ${commandUsage(command, action)}`.trim()
  if (command.kind === 'feature') return [{ ...command, typed: typed() }]
  const actions = actionsOf(command)
  if (actions.length === 1) return actions.map(({ fields }) => ({ ...command, typed: typed(), fields }))
  return actions.map(({ name, summary, fields }) => ({
    name: `${command.name} ${name}`,
    typed: typed(name),
    summary,
    fields,
  }))
}

const wayFact = ({ name, summary }: Way): Fact => ({ label: `/${name}`, value: sayDeclared(summary) })

/** Where a feature can be had from a message that is there already. */
const clipFacts = (command: Command): Fact[] =>
  command.kind === 'utility' || command.messageAction === undefined
    ? []
    : [
        {
          label: sayDeclared(command.messageAction),
          value: say(
            'In the menu of a message with audio. Or answer that message, mention me, and write: {{command}}, and what you want',
            { command: command.name },
          ),
        },
      ]

const overview = (commands: readonly Command[]): ResultMessage => ({
  text: say(
    'Tunesmith makes music and speech. Every request is held against the budget first and paid once. More about one command: /help and its name.',
  ),
  tone: 'info',
  blocks: [
    { kind: 'facts', facts: [...commands.flatMap(waysOf).map(wayFact), ...commands.flatMap(clipFacts)] },
  ],
})

const details = (command: Command): ResultMessage => {
  const ways = waysOf(command)
  const facts = [
    ...ways.flatMap((way) => [
      ...(ways.length > 1 ? [wayFact(way)] : []),
      ...Object.entries(way.fields).map(fieldFact),
    ]),
    ...clipFacts(command),
  ]
  const typed = ways.map((way) => way.typed).join('\n')
  return {
    text: `/${command.name}: ${sayDeclared(command.summary)}.`,
    tone: 'info',
    blocks: [
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      { kind: 'note', text: `${say('Typed out, after a slash or after mentioning me:')}\n${typed}` },
    ],
  }
}

/** What Tunesmith can do here, from the commands' own declarations. */
export const createHelpCommand = (others: readonly Command[]): Utility => ({
  kind: 'utility',
  name: 'help',
  summary: 'What Tunesmith can do here',
  audience: 'everyone',
  actions: defineAction({
    name: 'help',
    summary: 'What Tunesmith can do here',
    fields: {
      command: optional(
        choice({
          label: 'Command',
          help: 'Which command to tell more about; all of them in short, if left out',
          choices: others.map(({ name }) => ({ value: name, label: `/${name}` })),
        }),
      ),
    },
    run: async (input, { isAdmin }) => {
      const chosen = others.find(({ name }) => name === input.command)
      const visible = others.filter(
        (command) => command.kind === 'feature' || command.audience === 'everyone' || isAdmin,
      )
      return privately(chosen === undefined ? overview(visible) : details(chosen))
    },
  }),
})
