import type { Command } from '../../core/command/command.ts'
import { exampleLink, type Topic, topics } from '../../core/command/example.ts'
import type { Block, Button, Buttons, Fact, ResultMessage } from '../../core/message/message.ts'
import { say, sayDeclared, sayList } from '../../core/text/say.ts'

const topicText = (topic: Topic): string => {
  switch (topic) {
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

const commandText = ({ name, summary }: Command): string =>
  say('{{command}}: {{summary}}', { command: `/${name}`, summary: sayDeclared(summary) })

const topicFacts = (topic: Topic, commands: readonly Command[]): Fact[] => {
  const names = commands.filter((command) => command.topic === topic).map(({ name }) => `/${name}`)
  return names.length === 0 ? [] : [{ label: topicText(topic), value: sayList(names, 'unit') }]
}

const clipNote = (commands: readonly Command[]): Block[] =>
  commands.some(({ topic }) => topic === 'clips')
    ? [
        {
          kind: 'note',
          text: say(
            "To change a clip that someone posted, open its message's menu, or reply to it and mention me.",
          ),
        },
      ]
    : []

/** Things to try first: more would be a second list of commands. */
const firstMax = 3

const firstButtons = (commands: readonly Command[]): Button[] =>
  commands
    .flatMap(({ name, example }): Button[] =>
      example?.firstLabel === undefined
        ? []
        : [
            {
              label: sayDeclared(example.firstLabel),
              style: 'plain',
              commandLink: exampleLink(name, example),
            },
          ],
    )
    .slice(0, firstMax)

/** Buttons of a help message, and a menu that explains one of the commands. */
export const helpButtons = (buttons: readonly Button[], commands: readonly Command[]): Buttons => ({
  kind: 'buttons',
  buttons,
  more: commands.map((command) => ({
    label: commandText(command),
    style: 'plain',
    commandLink: { command: 'help', action: undefined, values: { command: command.name } },
  })),
  moreLabel: say('Explain a command'),
})

/** Three things to try, and all commands in groups. */
export const overview = (commands: readonly Command[]): ResultMessage => ({
  text: say('I make songs and speech, and I change clips. Try one, or pick a command to read more.'),
  tone: 'info',
  blocks: [
    // Discord shows notes above facts, so the note comes first on Slack too.
    ...clipNote(commands),
    { kind: 'facts', facts: topics.flatMap((topic) => topicFacts(topic, commands)) },
    helpButtons(firstButtons(commands), commands),
  ],
})
