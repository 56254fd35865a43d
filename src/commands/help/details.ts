import { clipBytesMax } from '../../core/clip/clip.ts'
import { actionsOf, type Command, fieldsOf } from '../../core/command/command.ts'
import { exampleLink, exampleText } from '../../core/command/example.ts'
import { priceText } from '../../core/command/price-text.ts'
import { creditsMax } from '../../core/credits.ts'
import type { Control, Field, Fields } from '../../core/fields/field.ts'
import { exampleText as valueExample } from '../../core/fields/field-faults.ts'
import type { PriceBook } from '../../core/ledger/price-book.ts'
import type { Block, Button, Fact, ResultMessage } from '../../core/message/message.ts'
import { onLines } from '../../core/message/pieces.ts'
import { say, sayDeclared, sayList } from '../../core/text/say.ts'
import { grouped } from '../../core/text/text.ts'
import { helpButtons } from './overview.ts'

type Prices = Pick<PriceBook, 'quote'>

/** Limits that are worth knowing beforehand; a value beyond another is refused with that limit. */
const limitText = (control: Control): string | undefined => {
  switch (control.kind) {
    case 'choice':
      return say('One of: {{choices}}.', {
        choices: sayList(
          control.choices.map(({ label }) => sayDeclared(label)),
          'unit',
        ),
      })
    case 'credits':
      return say('From {{least}} to {{most}}.', { least: 0, most: grouped(creditsMax) })
    case 'time':
    case 'integer':
      return valueExample(control)
    case 'clip':
      return say('A file (max {{most}} MB) or a link.', { most: clipBytesMax / 1024 / 1024 })
    case 'secret':
      return say('Only in the form.')
    case 'text':
    case 'listed':
    case 'toggle':
    case 'member':
    case 'channel':
    case 'group':
      return undefined
  }
}

const optionText = ([option, { help: declaredHelp, required, control }]: [string, Field]): string => {
  const help = sayDeclared(declaredHelp)
  const about = required
    ? say('{{option}} (required): {{help}}.', { option, help })
    : say('{{option}}: {{help}}.', { option, help })
  return [about, limitText(control)].filter((text) => text !== undefined).join(' ')
}

/** Longer values are cut on Discord, so more lines go on in another fact. */
const linesLengthMax = 900

/** Lines below a heading, or several of them if they are too long for one. */
const linesFacts = (label: string, lines: readonly string[]): Fact[] => {
  const facts: string[][] = []
  let length = linesLengthMax
  for (const line of lines) {
    length += line.length + 1
    if (length > linesLengthMax) {
      facts.push([])
      length = line.length
    }
    facts.at(-1)?.push(line)
  }
  return facts.map((some) => ({ label, value: onLines(some) }))
}

const optionLines = (fields: Fields): string[] => Object.entries(fields).map(optionText)

/** The options of a command, or what each of its actions does, with the options of that. */
const optionFacts = (command: Command): Fact[] => {
  if (command.kind === 'feature') return linesFacts(say('Options'), optionLines(command.fields))
  const [first, ...others] = actionsOf(command)
  return others.length === 0
    ? linesFacts(say('Options'), optionLines(first?.fields ?? {}))
    : actionsOf(command).flatMap(({ name, summary, fields }) =>
        linesFacts(`/${command.name} ${name}`, [
          say('{{summary}}.', { summary: sayDeclared(summary) }),
          ...optionLines(fields),
        ]),
      )
}

/** Where a feature can be started from an existing message. */
const clipFacts = (command: Command): Fact[] =>
  command.kind === 'utility' || command.messageAction === undefined
    ? []
    : [
        {
          label: sayDeclared(command.messageAction),
          value: say(
            'Open the menu of a message with audio. Or reply to it, mention me and write {{command}} with your request.',
            { command: command.name },
          ),
        },
      ]

const priceFact = async (command: Command, prices: Prices): Promise<Fact[]> => {
  const found = await priceText(command, prices)
  if (found === undefined) return []
  const price = found.whole
  const value = found.isLearned
    ? say("Usually at most {{price}}. You'll see the actual cost with the result.", { price })
    : say("Up to {{price}}. You'll see the actual cost with the result.", { price })
  return [{ label: say('Price'), value }]
}

const tryButton = ({ name, example }: Command): Button[] =>
  example === undefined
    ? []
    : [{ label: say('Try it'), style: 'plain', commandLink: exampleLink(name, example) }]

const exampleFact = (command: Command): Fact[] => {
  const { name, example } = command
  if (example === undefined) return []
  const typed = exampleText(fieldsOf(command, example.action), exampleLink(name, example))
  return [{ label: say('Example'), value: typed }]
}

/** How options are typed, for those who type a command or mention the bot. */
const typedNote = (command: Command): Block[] =>
  command.kind === 'feature' || actionsOf(command).some(({ fields }) => Object.keys(fields).length > 0)
    ? [
        {
          kind: 'note',
          text: say('Type options as name:value, after a slash command or after mentioning me.'),
        },
      ]
    : []

/** One command in full, with an example to press. `offered`: the commands that the reader may use. */
export const details = async (
  command: Command,
  offered: readonly Command[],
  prices: Prices,
): Promise<ResultMessage> => {
  const facts = [
    ...exampleFact(command),
    ...(await priceFact(command, prices)),
    ...optionFacts(command),
    ...clipFacts(command),
  ]
  const all: Button = {
    label: say('All commands'),
    style: 'plain',
    commandLink: { command: 'help', action: undefined, values: {} },
  }
  return {
    text: say('{{command}}: {{summary}}.', {
      command: `/${command.name}`,
      summary: sayDeclared(command.summary),
    }),
    tone: 'info',
    blocks: [
      { kind: 'facts', facts },
      ...typedNote(command),
      helpButtons([...(offered.includes(command) ? tryButton(command) : []), all], offered),
    ],
  }
}
