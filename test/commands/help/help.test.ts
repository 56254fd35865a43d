import { describe, expect, test } from 'vitest'
import { createHelpCommand } from '../../../src/commands/help/help.ts'
import { privately } from '../../../src/core/command/answer.ts'
import {
  actionsOf,
  type Command,
  defineAction,
  fieldsOf,
  readyUtility,
} from '../../../src/core/command/command.ts'
import { readRequest, requestOfCommandLink } from '../../../src/core/command/command-text.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { member, optional } from '../../../src/core/fields/field-builders.ts'
import { readPart } from '../../../src/core/fields/read-values.ts'
import { commandLinkText } from '../../../src/core/message/command-link.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { allCommands, filePrices } from '../../support/commands/commands.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { buttonsBelow, linesOf, runUtility } from '../../support/commands/run-utility.ts'

const others = allCommands.filter(({ name }) => name !== 'help')
const helpOf = (commands: readonly Command[]) =>
  readyUtility(createHelpCommand(commands), { prices: filePrices })
const help = (command?: string, isAdmin = false, commands: readonly Command[] = others) =>
  runUtility(helpOf(commands), undefined, { command }, { isAdmin })
const below = (command?: string, isAdmin = false, commands: readonly Command[] = others) =>
  buttonsBelow(helpOf(commands), undefined, { command }, { isAdmin })

describe('/help', () => {
  test('lists to members what they can use, by what it is for', async () => {
    expect((await help()).facts).toEqual([
      { label: 'Make something', value: '/music, /tts, /lyrics' },
      { label: 'Change a clip', value: '/remix, /voice, /master, /cut, /inpaint, /transcribe' },
      { label: 'Your jobs', value: '/result, /jobs, /history' },
      { label: 'Credits', value: '/credits, /sponsor' },
      { label: 'Settings', value: '/voices, /settings, /privacy' },
    ])
  })

  test('tells admins of the budget, too, and so of every command', async () => {
    const { facts } = await help(undefined, true)
    expect(facts).toContainEqual({ label: 'Credits', value: '/budget, /credits, /sponsor' })
    const told = facts.flatMap(({ value }) => String(value).split(', '))
    expect(told.toSorted()).toEqual(others.map(({ name }) => `/${name}`).toSorted())
  })

  test('says in the first person what there is, and of clips above the commands, as on both platforms', async () => {
    const answer = await actionsOf(helpOf(others))[0]?.run(
      invocation({ command: 'help', values: {}, replyToken: 'given' }),
    )
    expect(answer).toMatchObject({
      message: {
        text: 'I make songs and speech, and I change clips. Try one, or pick a command to read more.',
        blocks: [{ kind: 'note' }, { kind: 'facts' }, { kind: 'buttons' }],
      },
    })
  })

  test('offers three things to try, each by a button that does it', async () => {
    const { buttons } = await below()
    expect(buttons.map(({ label, commandLink }) => [label, commandLinkText(commandLink)])).toEqual([
      ['Make music', '/music prompt:a sea shanty about compilers'],
      ['Read aloud', '/tts text:Doors open at eight. The band plays at nine.'],
      ['Remix a clip', '/remix prompt:slow jazz with brushes'],
    ])
  })

  test('offers only what there is', async () => {
    const withoutSongs = others.filter(({ name }) => name !== 'music')
    const { buttons } = await below(undefined, false, withoutSongs)
    expect(buttons.map(({ label }) => label)).toEqual(['Read aloud', 'Remix a clip'])
  })

  test.each([false, true])('explains each command from its menu, an admin: %s', async (isAdmin) => {
    const { entries } = await below(undefined, isAdmin)
    const named = others.filter(({ name }) => isAdmin || (name !== 'budget' && name !== 'doctor'))
    expect(entries).toEqual(
      named.map(({ name, summary }) => ({
        label: `/${name}: ${summary}`,
        style: 'plain',
        commandLink: { command: 'help', action: undefined, values: { command: name } },
      })),
    )
  })

  test('takes the place of the page whose button was pressed, and only then', async () => {
    const command = actionsOf(helpOf(others))[0]
    const turned = async (press: object) =>
      await command?.run(invocation({ command: 'help', values: {}, replyToken: '', ...press }))
    expect(await turned({ press: 'button' })).toMatchObject({ turnsPage: true, message: { tone: 'info' } })
    expect(await turned({ replyToken: 'given' })).not.toHaveProperty('turnsPage')
  })

  test('says how a clip that somebody posted is worked on', async () => {
    expect((await help()).notes).toEqual([
      "To change a clip that someone posted, open its message's menu, or reply to it and mention me.",
    ])
  })

  test('tells the member who mentioned the bot about a command, if they name one', async () => {
    const asked = await runUtility(helpOf(others), undefined, { command: 'cut' }, { replyToken: '' })
    expect(asked.facts).not.toEqual([])
  })

  test.each([undefined, ...others.map(({ name }) => name)])(
    'is seen by the member alone: %s',
    async (name) => {
      expect((await help(name)).isPrivate).toBe(true)
    },
  )
})

describe('/help command:', () => {
  test('offers every command but itself', () => {
    const control = fieldsOf(helpOf(others), undefined).command?.control
    expect(control?.kind === 'choice' && control.choices).toEqual(
      others.map(({ name }) => ({ value: name, label: `/${name}` })),
    )
  })

  // The prices are those of docs/ledger.md.
  test.each([
    ['music', 'a take', 'Up to 0.10 credits per take, 0.15 with Voice.'],
    ['tts', 'a hundred words', 'Up to 0.07 credits per 100 words.'],
    ['voice', 'a minute', 'Up to 0.05 credits per minute.'],
    ['lyrics', 'a request', 'Up to 0.01 credits.'],
    ['result', 'nothing', undefined],
  ])('%s says that it is paid by %s', async (name, _, price) => {
    const found = (await help(name)).facts.find(({ label }) => label === 'Price')
    expect(found?.value).toBe(price && `${price} You'll see the actual cost with the result.`)
  })

  test.each([
    [
      'the price of every option is',
      '',
      "Usually at most 0.05 credits per take, 0.15 with Voice. You'll see the actual cost with the result.",
    ],
    [
      'that of one is not',
      'music.voice',
      "Up to 0.05 credits per take, 0.15 with Voice. You'll see the actual cost with the result.",
    ],
  ])('says how sure a price is: where %s learned', async (_, fromList, said) => {
    const prices: typeof filePrices = {
      quote: ({ price }) =>
        Promise.resolve({
          most: microcredits(price.endsWith('.voice') ? 150_000 : 50_000),
          basis: price === fromList ? 'list' : 'learned',
          samples: 3,
        }),
    }
    const command = readyUtility(createHelpCommand(others), { prices })
    const { facts } = await runUtility(command, undefined, { command: 'music' }, {})
    expect(facts.find(({ label }) => label === 'Price')?.value).toBe(said)
  })

  test.each(others)(
    '$name has an example: a button makes the request, and so does typing it',
    async (command) => {
      const { facts } = await help(command.name, true)
      const { buttons } = await below(command.name, true)
      const [tryIt, all] = buttons
      expect([tryIt?.label, all?.label]).toEqual(['Try it', 'All commands'])
      if (tryIt === undefined || command.example === undefined) throw new Error('no example')
      expect(tryIt.commandLink).toEqual({
        command: command.name,
        action: command.example.action,
        values: command.example.values,
      })
      const example = facts.find(({ label }) => label === 'Example')?.value
      const pressed = requestOfCommandLink(others, tryIt.commandLink)
      expect(readRequest(others, String(example))).toEqual(pressed)
      const read = readPart(fieldsOf(command, pressed.action), pressed.values)
      expect(read.problems.filter(({ field }) => field in pressed.values)).toEqual([])
    },
  )

  test('a member is not offered to try what only admins can do', async () => {
    expect((await below('budget')).buttons.map(({ label }) => label)).toEqual(['All commands'])
  })

  test('remix tells every option with its help, whether it is needed, and what it can be', async () => {
    const { text, facts, notes } = await help('remix')
    expect(text).toBe('/remix: Remix a clip.')
    expect(facts.map(({ label, value }) => [label, linesOf(value)]).slice(0, -1)).toEqual([
      ['Example', ['/remix slow jazz with brushes']],
      ['Price', ["Up to 0.14 credits per take. You'll see the actual cost with the result."]],
      [
        'Options',
        [
          'clip (required): Audio file to remix. A file (max 50 MB) or a link.',
          'prompt (required): What to turn it into, such as "slow jazz with brushes".',
          'lyrics: Lyrics to sing (default: written for you).',
          'title: Title of the song.',
          'gender: Gender of the singing voice. One of: Male, Female, Neutral.',
          'cover: Make an album cover too.',
          'timestamps: Show when each line is sung.',
          'permission: You made this, or its owner agreed.',
          'seen_by: Who sees it ("Only me" goes to your direct messages). One of: Everyone here, Only me.',
          'spoiler: Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread).',
        ],
      ],
    ])
    expect(facts.at(-1)?.label).toBe('Remix this clip')
    expect(notes).toEqual(['Type options as name:value, after a slash command or after mentioning me.'])
  })

  test('budget tells each of its actions with its own options', async () => {
    const { facts } = await help('budget')
    const told = facts.map(({ label, value }) => [label, linesOf(value)])
    expect(told).toContainEqual(['/budget log', ['See who changed the budget, when and why.']])
    expect(told).toContainEqual([
      '/budget manager',
      [
        'Add or remove a budget manager.',
        'member (required): Member to make a budget manager.',
        'remove: Remove them as a budget manager instead.',
        'reason: Reason, kept in the audit log.',
      ],
    ])
    expect(told.flat(2)).toContain(
      'credits (required): Credits to spend, such as 10 or 2.50. From 0 to 1,000,000.',
    )
  })

  test('credits, which takes nothing, has no list of options', async () => {
    expect(await help('credits')).toMatchObject({
      facts: [{ label: 'Example', value: '/credits' }],
      notes: [],
    })
  })

  test.each(others)(
    '$name names every field that is declared, and nothing is cut on Discord',
    async (command) => {
      const values = (await help(command.name, true)).facts.map(({ value }) => linesOf(value))
      const options = values.flat().map((line) => line.slice(0, line.indexOf(':')).replace(' (required)', ''))
      const actions = command.kind === 'feature' ? [undefined] : actionsOf(command).map(({ name }) => name)
      for (const name of actions.flatMap((action) => Object.keys(fieldsOf(command, action))))
        expect(options).toContain(name)
      for (const lines of values) expect(lines.join('\n').length).toBeLessThanOrEqual(1024)
    },
  )

  test('something else is refused with what there is', async () => {
    expect(await help('sing')).toMatchObject({
      tone: 'failed',
      text: expect.stringContaining(
        'Command must be one of: music, tts, remix, voice, master, cut, inpaint, transcribe, lyrics, result, jobs, history, budget, credits, sponsor, voices, settings, doctor, privacy.',
      ),
    })
  })
})

test('a command that was only just declared is in it, with what it takes', async () => {
  const run = () => Promise.resolve(privately(plainMessage('')))
  const wave: Command = {
    kind: 'utility',
    name: 'wave',
    summary: 'Wave at somebody',
    topic: 'choices',
    audience: 'everyone',
    actions: defineAction({
      name: 'wave',
      summary: 'Wave',
      fields: { at: optional(member({ label: 'At', help: 'Whom' })) },
      run,
    }),
  }
  expect((await help(undefined, false, [wave])).facts).toEqual([{ label: 'Settings', value: '/wave' }])
  expect(await help('wave', false, [wave])).toMatchObject({
    facts: [{ label: 'Options', value: ['at: Whom.'] }],
  })
})
