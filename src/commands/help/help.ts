import { clipBytesMax } from '../../core/clip/clip.ts'
import { privately } from '../../core/command/answer.ts'
import { actionsOf, type Command, defineAction, type Utility } from '../../core/command/command.ts'
import { commandUsage } from '../../core/command/command-usage.ts'
import { priceText } from '../../core/command/price-text.ts'
import { creditsMax } from '../../core/credits.ts'
import type { Control, Field, Fields } from '../../core/fields/field.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import { exampleText } from '../../core/fields/field-faults.ts'
import type { PriceBook } from '../../core/ledger/price-book.ts'
import type { Block, Fact, FactPiece, ResultMessage } from '../../core/message/message.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { grouped } from '../../core/text/text.ts'
import { hint, isInWords } from '../shared/hint.ts'

type Prices = Pick<PriceBook, 'quote'>

const limitText = (control: Control): string => {
  switch (control.kind) {
    case 'text':
    case 'listed':
      return say('Up to {{most}} characters.', { most: grouped(control.lengthMax) })
    case 'choice':
      return say('One of: {{choices}}.', {
        choices: control.choices.map(({ label }) => sayDeclared(label)).join(', '),
      })
    case 'toggle':
      return say('Yes or no.')
    case 'credits':
      return say('From {{least}} to {{most}}.', { least: 0, most: grouped(creditsMax) })
    case 'time':
    case 'integer':
      return exampleText(control)
    case 'clip':
      return say('A file (max {{most}} MB) or a web address.', {
        most: clipBytesMax / 1024 / 1024,
      })
    case 'member':
      return say('Any member here.')
    case 'channel':
      return say('A channel here.')
    case 'group':
      return say('A role on Discord, a user group on Slack.')
  }
}

const fieldFact = ([name, { help, required, control }]: [string, Field]): Fact => ({
  label: required ? say('{{option}} (required)', { option: name }) : name,
  value: `${sayDeclared(help)}. ${limitText(control)}`,
})

/** One thing that a command does: its name, how to type it, and what it takes. */
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

/** What members look for, in the order it is listed. */
const purposes = ['new', 'clips', 'results', 'credits', 'choices'] as const
type Purpose = (typeof purposes)[number]

const purposeOf = (command: Command): Purpose => {
  if (command.kind === 'utility') return command.topic
  if (command.isFree) return 'results'
  return command.messageAction === undefined ? 'new' : 'clips'
}

const purposeText = (purpose: Purpose): string => {
  switch (purpose) {
    case 'new':
      return say('Make something')
    case 'clips':
      return say('Change a clip')
    case 'results':
      return say('Your jobs')
    case 'credits':
      return say('Credits')
    case 'choices':
      return say('Settings')
  }
}

const onLines = (lines: readonly string[]): FactPiece[] =>
  lines.flatMap((line, index): FactPiece[] => (index === 0 ? [line] : [{ kind: 'break' }, line]))

const commandLine = async (command: Command, prices: Prices): Promise<string> => {
  const line = `/${command.name}: ${sayDeclared(command.summary)}.`
  const price = await priceText(command, prices)
  return price === undefined ? line : `${line} ${say('Up to {{price}}.', { price: price.whole })}`
}

const purposeFact = async (
  purpose: Purpose,
  commands: readonly Command[],
  prices: Prices,
): Promise<Fact[]> => {
  const lines = await Promise.all(
    commands
      .filter((command) => purposeOf(command) === purpose)
      .map((command) => commandLine(command, prices)),
  )
  return lines.length === 0 ? [] : [{ label: purposeText(purpose), value: onLines(lines) }]
}

const clipNote = (commands: readonly Command[]): Block[] => {
  const example = commands.find((command) => purposeOf(command) === 'clips')
  if (example === undefined) return []
  return [
    {
      kind: 'note',
      text: say(
        "To change a posted clip, open its message's menu. Or reply to it, mention me and write {{command}} and what you want.",
        { command: example.name },
      ),
    },
  ]
}

const overview = async (commands: readonly Command[], prices: Prices): Promise<ResultMessage> => ({
  text: say(
    "Tunesmith makes music and speech and changes clips. Pick a command; I'll ask for anything missing. For more about one, type /help and its name.",
  ),
  tone: 'info',
  blocks: [
    {
      kind: 'facts',
      facts: (await Promise.all(purposes.map((purpose) => purposeFact(purpose, commands, prices)))).flat(),
    },
    ...clipNote(commands),
  ],
})

/** Where a feature can be started from an existing message. */
const clipFacts = (command: Command): Fact[] =>
  command.kind === 'utility' || command.messageAction === undefined
    ? []
    : [
        {
          label: sayDeclared(command.messageAction),
          value: say(
            'In the menu of a message with audio. Or reply to it, mention me and write {{command}} and what you want.',
            { command: command.name },
          ),
        },
      ]

const priceFact = async (command: Command, prices: Prices): Promise<Fact[]> => {
  const price = await priceText(command, prices)
  return price === undefined
    ? []
    : [
        {
          label: say('Price'),
          value: say("Up to {{price}}. You'll see the actual cost with the result.", { price: price.whole }),
        },
      ]
}

const details = async (command: Command, prices: Prices): Promise<ResultMessage> => {
  const ways = waysOf(command)
  const facts = [
    ...(await priceFact(command, prices)),
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
      { kind: 'note', text: `${say('Type it after a slash, or after mentioning me:')}\n${typed}` },
    ],
  }
}

/** What Tunesmith can do here, from the commands' own declarations. */
export const createHelpCommand = (others: readonly Command[]): Utility<{ prices: Prices }> => ({
  kind: 'utility',
  name: 'help',
  summary: 'See what Tunesmith can do',
  topic: 'choices',
  audience: 'everyone',
  actions: defineAction({
    name: 'help',
    summary: 'See what Tunesmith can do',
    fields: {
      command: optional(
        choice({
          label: 'Command',
          help: 'Command to explain (default: a short list of all)',
          choices: others.map(({ name }) => ({ value: name, label: `/${name}` })),
        }),
      ),
    },
    run: async (input, invocation, { prices }: { prices: Prices }) => {
      if (isInWords(invocation) && input.command === undefined) return privately(hint(invocation))
      const chosen = others.find(({ name }) => name === input.command)
      const visible = others.filter(
        (command) => command.kind === 'feature' || command.audience === 'everyone' || invocation.isAdmin,
      )
      return privately(chosen === undefined ? await overview(visible, prices) : await details(chosen, prices))
    },
  }),
})
