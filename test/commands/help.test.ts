import { describe, expect, test } from 'vitest'
import { createHelpCommand } from '../../src/commands/help.ts'
import { actionsOf, type Command, defineAction, fieldsOf, privately } from '../../src/core/command/command.ts'
import { member, optional } from '../../src/core/command/field.ts'
import { plainMessage } from '../../src/core/message/message.ts'
import { allCommands } from '../support/commands/commands.ts'
import { runUtility } from './budget-world.ts'

const others = allCommands.filter(({ name }) => name !== 'help')
const help = (command?: string, isAdmin = false, commands: readonly Command[] = others) =>
  runUtility(createHelpCommand(commands), undefined, { command }, { isAdmin })
const labelsOf = async (...asked: Parameters<typeof help>) =>
  (await help(...asked)).facts.map(({ label }) => label)

const features = [
  '/music',
  '/tts',
  '/remix',
  '/voice',
  '/master',
  '/cut',
  '/inpaint',
  '/transcribe',
  '/lyrics',
  '/result',
]
const clipActions = [
  'Remix this clip',
  'Change the voice',
  'Master this clip',
  'Cut this clip',
  'Inpaint this clip',
  'Transcribe this clip',
]
const settings = ['show', 'mine', 'channel', 'server', 'where'].map((action) => `/settings ${action}`)
const jobActions = [
  'mine',
  'server',
  'show',
  'cancel',
  'recover',
  'again',
  'edit',
  'sing',
  'lyrics',
  'delete',
]
const jobs = [...jobActions.map((action) => `/jobs ${action}`), '/history']

const privacy = ['/privacy show', '/privacy export', '/privacy delete']

describe('/help', () => {
  test('lists to members what they can use', async () => {
    expect(await labelsOf()).toEqual([
      ...features,
      ...jobs,
      '/credits',
      '/voices',
      ...settings,
      ...privacy,
      ...clipActions,
    ])
  })

  test('lists to admins everything, each action on its own', async () => {
    expect(await labelsOf(undefined, true)).toEqual([
      ...features,
      ...jobs,
      '/budget show',
      '/budget limit',
      '/budget give',
      '/budget take',
      '/budget member',
      '/budget channel',
      '/budget group',
      '/budget manager',
      '/budget log',
      '/credits',
      '/voices',
      ...settings,
      ...privacy,
      ...clipActions,
    ])
  })

  test('says what can be done with a clip, and where', async () => {
    expect((await help()).facts.find(({ label }) => label === 'Remix this clip')).toEqual({
      label: 'Remix this clip',
      value:
        'In the menu of a message with audio. Or answer that message, mention me, and write: remix, and what you want',
    })
  })

  test('says how to learn more', async () => {
    expect((await help()).text).toContain('More about one command: /help and its name.')
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
    const control = fieldsOf(createHelpCommand(others), undefined).command?.control
    expect(control?.kind === 'choice' && control.choices).toEqual(
      others.map(({ name }) => ({ value: name, label: `/${name}` })),
    )
  })

  test('remix tells every option with its help, its limits, and whether it is needed', async () => {
    const { text, facts, notes } = await help('remix')
    expect(text).toBe('/remix: Make a clip into something new.')
    expect(facts.slice(0, -1)).toEqual([
      {
        label: 'clip (needed)',
        value: 'What is remixed: an audio file or its web address. A file has at most 50 MB.',
      },
      {
        label: 'prompt (needed)',
        value: 'What the clip turns into, such as "slow jazz with brushes". At most 3,000 characters.',
      },
      { label: 'lyrics', value: 'Words to be sung, instead of new ones. At most 5,000 characters.' },
      { label: 'title', value: 'What the song is called. At most 120 characters.' },
      { label: 'gender', value: 'How the singing voice sounds. One of: Male, Female, Neutral.' },
      { label: 'cover', value: 'Paint an album cover as well. Yes or no.' },
      { label: 'timestamps', value: 'Say when each line of the lyrics is sung. Yes or no.' },
    ])
    expect(facts.at(-1)?.label).toBe('Remix this clip')
    expect(notes).toEqual([
      'Typed out, after a slash or after mentioning me:\nremix https://… <prompt> [lyrics:…] [title:…] [gender:male|female|neutral] [cover:yes|no] [timestamps:yes|no]',
    ])
  })

  test('tts tells the limits of a file and of a list', async () => {
    const values = (await help('tts')).facts.map(({ value }) => value)
    expect(values).toContainEqual(expect.stringMatching(/without music\. A file has at most 50 MB\.$/))
    expect(values).toContainEqual(expect.stringMatching(/start typing a name\. At most 200 characters\.$/))
  })

  test('budget tells each of its actions with its own options', async () => {
    const { facts, notes } = await help('budget')
    expect(facts).toContainEqual({
      label: '/budget member',
      value: 'Set how much of it a member may use',
    })
    expect(facts).toContainEqual({
      label: 'credits (needed)',
      value: 'How many credits may be spent, such as 10 or 2.50. From 0 to 1,000,000.',
    })
    expect(facts).toContainEqual({
      label: 'member (needed)',
      value: 'Who looks after the budget. Somebody here.',
    })
    expect(notes[0]?.split('\n').slice(1)).toEqual([
      'budget show [@name] [#channel] [@group]',
      'budget limit <credits> [period:day|week|month|once] [week_start:monday|tuesday|wednesday|thursday|friday|saturday|sunday] [zone:…] [reason:…]',
      'budget give <credits> [@name] [#channel] [@group] [reason:…]',
      'budget take <credits> [@name] [#channel] [@group] [reason:…]',
      'budget member [@name] [<credits>] [lift:yes|no] [reason:…]',
      'budget channel [#channel] [<credits>] [lift:yes|no] [reason:…]',
      'budget group @group [<credits>] [share:together|each] [lift:yes|no] [reason:…]',
      'budget manager @name <yes|no> [reason:…]',
      'budget log',
    ])
  })

  test('credits, which takes nothing, has no list of options', async () => {
    expect(await help('credits')).toMatchObject({
      facts: [],
      notes: ['Typed out, after a slash or after mentioning me:\ncredits'],
    })
  })

  test.each(others)('$name names every field that is declared', async (command) => {
    const labels = await labelsOf(command.name, true)
    const actions = command.kind === 'feature' ? [undefined] : actionsOf(command).map(({ name }) => name)
    for (const name of actions.flatMap((action) => Object.keys(fieldsOf(command, action)))) {
      expect(labels.map((label) => label.replace(' (needed)', ''))).toContain(name)
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
    ...{ kind: 'utility', name: 'wave', summary: 'Wave at somebody', audience: 'everyone' },
    actions: defineAction({
      name: 'wave',
      summary: 'Wave',
      fields: { at: optional(member({ label: 'At', help: 'Whom' })) },
      run,
    }),
  }
  expect((await help(undefined, false, [wave])).facts).toEqual([
    { label: '/wave', value: 'Wave at somebody' },
  ])
  expect(await help('wave', false, [wave])).toMatchObject({
    facts: [{ label: 'at', value: 'Whom. Somebody here.' }],
    notes: [expect.stringContaining('\nwave [@name]')],
  })
})
