import { describe, expect, test } from 'vitest'
import { buttonRows as discordRows } from '../../../src/bots/discord/render/buttons.ts'
import { buttonsOf as slackButtons } from '../../../src/bots/slack/render/buttons.ts'
import { createHelpCommand } from '../../../src/commands/help/help.ts'
import { actionNamed, readyUtility } from '../../../src/core/command/command.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { ResultMessage } from '../../../src/core/message/message.ts'
import { personalServer } from '../../../src/core/target.ts'
import { allCommands, filePrices } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'

const command = readyUtility(createHelpCommand(allCommands), { prices: filePrices })

/** What somebody reads who asked for help with words, or with nothing. */
const hintFor = async (given: Partial<Invocation>): Promise<ResultMessage> => {
  const answer = await actionNamed(command, undefined)?.run(invocation({ command: 'help', ...given }))
  if (answer?.kind !== 'message') throw new Error('no message')
  expect(answer.seenBy).toBe('member')
  return answer.message
}

const byMention = { replyToken: '' }
const inDirectMessage = { replyToken: '', target: target({ server: personalServer('member-1') }) }
const bySlash = { replyToken: 'https://hooks.slack.com/commands/1' }

const unread = 'make me a song about rain'
const example = 'for example: music a sea shanty about compilers.'
const noCommand = '"make" isn\'t a command.'
const onClip = 'To change a clip, reply to it'
const asRemix = 'write: remix as slow jazz. For everything I can do, see /help.'

describe('what is written to the bot', () => {
  test.each([
    [
      'words after its name',
      { ...byMention, unread },
      `${noCommand} Mention me and start with a command, ${example}`,
    ],
    ['words alone with it', { ...inDirectMessage, unread }, `${noCommand} Start with a command, ${example}`],
    ['words after a slash', { ...bySlash, unread }, `${noCommand} Start with a command, ${example}`],
    ['its name alone', byMention, `Mention me and say what you want, ${example}`],
    ['nothing, alone with it', inDirectMessage, `Say what you want, ${example}`],
  ])('is answered in short with how to write it: %s', async (_, given, beginning) => {
    const { text, blocks } = await hintFor(given)
    const clip = !('target' in given) ? `${onClip}, mention me and` : `${onClip} and`
    expect(text).toBe(`${beginning} ${clip} ${asRemix}`)
    expect(blocks.some(({ kind }) => kind === 'facts')).toBe(false)
  })

  test('calls a first word by its beginning where it is long', async () => {
    const { text } = await hintFor({ ...byMention, unread: `${'la'.repeat(1000)} la` })
    expect(text).toContain(`"${'la'.repeat(19)}l…" isn't a command.`)
  })
})

const buttonsFor = async (given: Partial<Invocation>) =>
  (await hintFor(given)).blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : []))

describe('the button that makes a song of it', () => {
  test('asks for a song with the words as they are', async () => {
    expect(await buttonsFor({ ...byMention, unread })).toEqual([
      {
        label: 'Make it a song',
        style: 'plain',
        commandLink: { command: 'music', action: undefined, values: { prompt: unread } },
      },
    ])
  })

  test.each([
    ['there are no words', undefined],
    ['nobody can read them', '\u200b'],
    ['no prompt is so long', 'a'.repeat(6001)],
  ])('is not there where %s', async (_, words) => {
    expect(await buttonsFor({ ...byMention, ...(words !== undefined && { unread: words }) })).toEqual([])
  })

  // A custom id of Discord's has 100 characters, the value of a button of Slack's 2000.
  test.each([
    ['Discord', 83, (given: Awaited<ReturnType<typeof buttonsFor>>) => discordRows([{ buttons: given }])],
    [
      'Slack',
      1958,
      (given: Awaited<ReturnType<typeof buttonsFor>>) => slackButtons([{ buttons: given }]).blocks,
    ],
  ])('is not there on %s where its words do not fit on it whole', async (_, most, shown) => {
    expect(shown(await buttonsFor({ ...byMention, unread: 'a'.repeat(most) }))).toHaveLength(1)
    expect(shown(await buttonsFor({ ...byMention, unread: 'a'.repeat(most + 1) }))).toEqual([])
  })
})
