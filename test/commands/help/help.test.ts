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
import { member, optional } from '../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { allCommands, filePrices } from '../../support/commands/commands.ts'
import { linesOf, runUtility } from '../../support/commands/run-utility.ts'

const others = allCommands.filter(({ name }) => name !== 'help')
const help = (command?: string, isAdmin = false, commands: readonly Command[] = others) =>
  runUtility(
    readyUtility(createHelpCommand(commands), { prices: filePrices }),
    undefined,
    { command },
    { isAdmin },
  )
const labelsOf = async (...asked: Parameters<typeof help>) =>
  (await help(...asked)).facts.map(({ label }) => label)

describe('/help', () => {
  test('lists to members what they can use, by what it is for', async () => {
    const { facts } = await help()
    const named = facts.map(({ label, value }) => ({
      label,
      names: linesOf(value).map((line) => line.slice(0, line.indexOf(':'))),
    }))
    expect(named).toEqual([
      { label: 'Make something', names: ['/music', '/tts', '/lyrics'] },
      {
        label: 'Change a clip',
        names: ['/remix', '/voice', '/master', '/cut', '/inpaint', '/transcribe'],
      },
      { label: 'Your jobs', names: ['/result', '/jobs', '/history'] },
      { label: 'Credits', names: ['/credits'] },
      { label: 'Settings', names: ['/voices', '/settings', '/privacy'] },
    ])
  })

  test('tells admins of the budget, too', async () => {
    const spent = (await help(undefined, true)).facts.find(({ label }) => label === 'Credits')
    expect(linesOf(spent?.value ?? '')).toEqual([
      expect.stringMatching(/^\/budget: /),
      expect.stringMatching(/^\/credits: /),
    ])
  })

  test('names every command to admins', async () => {
    const told = (await help(undefined, true)).facts.flatMap(({ value }) => linesOf(value)).join('\n')
    for (const { name, summary } of others) expect(told).toContain(`/${name}: ${summary}.`)
  })

  // The prices are those of docs/ledger.md.
  test.each([
    ['a take', '/music: Make a song. Up to 0.10 credits per take, 0.15 with Voice.'],
    ['a hundred words', '/tts: Read text aloud. Up to 0.07 credits per 100 words.'],
    ['a minute', 'Up to 0.05 credits per minute.'],
    ['a request', '/lyrics: Write lyrics about a theme. Up to 0.01 credits.'],
    ['nothing', /^\/result: [^.]+\.$/m],
  ])('says what is paid by %s', async (_, line) => {
    const told = (await help()).facts.flatMap(({ value }) => linesOf(value)).join('\n')
    expect(told).toMatch(line)
  })

  test('says how a clip that somebody posted is worked on', async () => {
    expect((await help()).notes).toEqual([
      "To change a posted clip, open its message's menu. Or reply to it, mention me and write remix and what you want.",
    ])
  })

  test('tells whoever mentioned the bot about a command, if they name one', async () => {
    const command = readyUtility(createHelpCommand(others), { prices: filePrices })
    const asked = await runUtility(command, undefined, { command: 'cut' }, { replyToken: '' })
    expect(asked.facts).not.toEqual([])
  })

  test('says how to learn more', async () => {
    expect((await help()).text).toContain('For more about one, type /help and its name.')
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
    const control = fieldsOf(readyUtility(createHelpCommand(others), { prices: filePrices }), undefined)
      .command?.control
    expect(control?.kind === 'choice' && control.choices).toEqual(
      others.map(({ name }) => ({ value: name, label: `/${name}` })),
    )
  })

  test('remix tells every option with its help, its limits, and whether it is needed', async () => {
    const { text, facts, notes } = await help('remix')
    expect(text).toBe('/remix: Remix a clip.')
    expect(facts.slice(0, -1)).toEqual([
      { label: 'Price', value: "Up to 0.14 credits per take. You'll see the actual cost with the result." },
      {
        label: 'clip (required)',
        value: 'Audio file to remix. A file (max 50 MB) or a web address.',
      },
      {
        label: 'prompt (required)',
        value: 'What to turn it into, such as "slow jazz with brushes". Up to 6,000 characters.',
      },
      { label: 'lyrics', value: 'Lyrics to sing (default: written for you). Up to 5,000 characters.' },
      { label: 'title', value: 'Title of the song. Up to 6,000 characters.' },
      { label: 'gender', value: 'Gender of the singing voice. One of: Male, Female, Neutral.' },
      { label: 'cover', value: 'Make an album cover too. Yes or no.' },
      { label: 'timestamps', value: 'Show when each line is sung. Yes or no.' },
      {
        label: 'seen_by',
        value: 'Who sees it ("Only me" goes to your direct messages). One of: Everyone here, Only me.',
      },
    ])
    expect(facts.at(-1)?.label).toBe('Remix this clip')
    expect(notes).toEqual([
      'Type it after a slash, or after mentioning me:\nremix https://… <prompt> [lyrics:…] [title:…] [gender:male|female|neutral] [cover:yes|no] [timestamps:yes|no] [seen_by:here|me]',
    ])
  })

  test('tts tells the limits of a file and of a list', async () => {
    const values = (await help('tts')).facts.map(({ value }) => value)
    expect(values).toContainEqual(
      expect.stringMatching(/without music\. A file \(max 50 MB\) or a web address\.$/),
    )
    expect(values).toContainEqual(
      expect.stringMatching(/type the start of its name\. Up to 200 characters\.$/),
    )
  })

  test('budget tells each of its actions with its own options', async () => {
    const { facts, notes } = await help('budget')
    expect(facts).toContainEqual({
      label: '/budget member',
      value: "Set a member's limit",
    })
    expect(facts).toContainEqual({
      label: 'credits (required)',
      value: 'Credits to spend, such as 10 or 2.50. From 0 to 1,000,000.',
    })
    expect(facts).toContainEqual({
      label: 'member (required)',
      value: 'Member to make a budget manager. Any member here.',
    })
    expect(notes[0]?.split('\n').slice(1)).toEqual([
      'budget show [@name] [#channel] [@group]',
      'budget limit <credits> [period:day|week|month|once] [week_start:monday|tuesday|wednesday|thursday|friday|saturday|sunday] [zone:…] [reason:…]',
      'budget give <credits> [@name] [#channel] [@group] [reason:…]',
      'budget take <credits> [@name] [#channel] [@group] [reason:…]',
      'budget member [@name] [<credits>] [lift:yes|no] [reason:…]',
      'budget channel [#channel] [<credits>] [lift:yes|no] [reason:…]',
      'budget group @group [<credits>] [share:together|each] [lift:yes|no] [reason:…]',
      'budget manager @name [remove:yes|no] [<reason>]',
      'budget block @name [lift:yes|no] [<reason>]',
      'budget log',
    ])
  })

  test('credits, which takes nothing, has no list of options', async () => {
    expect(await help('credits')).toMatchObject({
      facts: [],
      notes: ['Type it after a slash, or after mentioning me:\ncredits'],
    })
  })

  test.each(others)('$name names every field that is declared', async (command) => {
    const labels = await labelsOf(command.name, true)
    const actions = command.kind === 'feature' ? [undefined] : actionsOf(command).map(({ name }) => name)
    for (const name of actions.flatMap((action) => Object.keys(fieldsOf(command, action)))) {
      expect(labels.map((label) => label.replace(' (required)', ''))).toContain(name)
    }
  })

  test('something else is refused with what there is', async () => {
    expect(await help('sing')).toMatchObject({
      tone: 'failed',
      text: expect.stringContaining(
        'Command must be one of: music, tts, remix, voice, master, cut, inpaint, transcribe, lyrics, result, jobs, history, budget, credits, voices, settings, privacy.',
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
  expect((await help(undefined, false, [wave])).facts).toEqual([
    { label: 'Settings', value: ['/wave: Wave at somebody.'] },
  ])
  expect(await help('wave', false, [wave])).toMatchObject({
    facts: [{ label: 'at', value: 'Whom. Any member here.' }],
    notes: [expect.stringContaining('\nwave [@name]')],
  })
})
