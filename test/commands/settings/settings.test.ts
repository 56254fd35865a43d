import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import { settingFieldsOf } from '../../../src/commands/settings/fields.ts'
import { createSettingsCommand } from '../../../src/commands/settings/settings.ts'
import { readyUtility } from '../../../src/core/command/command.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { channelDefaultsMax, channelRulesMax, noSettings } from '../../../src/core/command/settings.ts'
import type { Choice, Fields, RawValues } from '../../../src/core/fields/field.ts'
import { choice } from '../../../src/core/fields/field-builders.ts'
import { target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { buttonsBelow, runUtility, turnsPage } from '../../support/commands/run-utility.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
let voices: readonly Choice[]

beforeEach(() => {
  world = openStoreWorld()
  voices = [
    { value: 'voice-7', label: 'Grandma Ada' },
    { value: 'voice-8', label: 'Bob' },
  ]
})
afterEach(() => world.close())

const settings = () =>
  readyUtility(createSettingsCommand([music, tts, remix]), {
    settings: world.settings,
    refusals: world.refusals,
    lists: listsWith({ voices: () => Promise.resolve(voices) }),
  })
const run = (action: string, values: RawValues = {}, who: Partial<Invocation> = {}) =>
  runUtility(settings(), action, values, who)
const admin = { isAdmin: true }
const personal = { target: target({ server: '@member-1' }) }
/** What applies, by facts first and then by menus. */
const shown = async (who: Partial<Invocation> = {}): Promise<readonly unknown[]> => {
  const { facts } = await run('show', {}, who)
  const { menus } = await buttonsBelow(settings(), 'show', {}, who)
  return [
    ...facts.map(({ label, value }) => [label, value]),
    ...menus.map(({ label, current }) => [label, current]),
  ]
}
const read = () => world.settings.read('discord:server-1', { member: 'member-1', channel: 'channel-1' })

const everybody = 'everyone here'
const none = 'automatic'

describe('what can be set', () => {
  const featureWith = (fields: Fields): Feature => ({ ...music, fields })
  const model = (...values: string[]) =>
    choice({
      label: 'Model',
      help: 'Which',
      choices: values.map((value) => ({ value, label: `M ${value}` })),
    })

  test('are the features’ fields of those names, and what no feature has is not there', () => {
    const fields = settingFieldsOf([music, tts, remix])
    expect([...fields.keys()]).toEqual([
      ...['voice', 'model', 'cover', 'seen_by', 'spoiler', 'ready_notice', 'confirm_from'],
    ])
    expect(fields.get('cover')).toBe(music.fields.cover)
    expect([...settingFieldsOf([]).keys()]).toEqual(['ready_notice', 'confirm_from'])
  })

  test('has the choices of all features', () => {
    const features = [featureWith({ model: model('a', 'b') }), featureWith({ model: model('b', 'c') })]
    const field = settingFieldsOf(features).get('model')
    expect(field?.control).toMatchObject({ choices: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] })
    expect(field?.schema.safeParse('c').success).toBe(true)
    expect(field?.schema.safeParse('d').success).toBe(false)
  })
})

describe('/settings mine', () => {
  test('sets several at once, a voice by its name, and says so', async () => {
    const said = await run('mine', { voice: 'grandma ada', model: 'v7-pro', cover: true })
    expect(said).toMatchObject({ tone: 'info', isPrivate: true })
    expect(said.text.split('\n')).toEqual([
      'Your defaults changed:',
      'Voice: Grandma Ada, unless a request says otherwise.',
      'Model: v7 pro, unless a request says otherwise.',
      'Cover: yes, unless a request says otherwise.',
    ])
    expect((await read()).defaults.member).toEqual({ voice: 'voice-7', model: 'v7-pro', cover: true })
  })

  test('sets how its member is told that something is ready, which is no part of a request', async () => {
    expect((await run('mine', { ready_notice: 'direct' })).text.split('\n')).toEqual([
      'Your defaults changed:',
      'Ready notice: Direct message.',
    ])
    expect((await read()).defaults.member).toEqual({ ready_notice: 'direct' })
    expect(await shown()).toContainEqual(['Ready notice', 'Direct message (your default)'])
  })

  test('sets the amount from which a typed request shows its price first', async () => {
    expect((await run('mine', { confirm_from: '0.2' })).text.split('\n')).toEqual([
      'Your defaults changed:',
      'Confirm from: 0.20 credits.',
    ])
    expect(await shown()).toContainEqual(['Confirm from', '0.20 credits (your default)'])
    expect(await run('mine', { confirm_from: 'much' })).toMatchObject({ tone: 'failed' })
  })

  test('clears one, or everything', async () => {
    await run('mine', { voice: 'Bob', model: 'v6', cover: false })
    expect((await run('mine', { clear: 'voice', model: 'v7' })).text.split('\n')).toEqual([
      'Your defaults changed:',
      'Voice: default cleared.',
      'Model: v7, unless a request says otherwise.',
    ])
    expect((await read()).defaults.member).toEqual({ model: 'v7', cover: false })
    await run('mine', { clear: 'everything' })
    expect(await read()).toEqual(noSettings)
  })

  test.each([
    [
      'with both',
      { voice: 'Bob', clear: 'voice' },
      "You can't set and clear voice at the same time. Choose one.",
    ],
    ['with a voice that is not there', { voice: 'Nobody' }, 'Voice: no match.'],
    ['with a model that is not there', { model: 'v1' }, 'Model must be one of: '],
    ['with what cannot be set', { title: 'x' }, 'No option "title" here.'],
    [
      'with what cannot be cleared',
      { clear: 'title' },
      'Clear must be one of: voice, model, cover, seen_by, spoiler, ready_notice, confirm_from, everything.',
    ],
  ])('%s changes nothing and says how to mend it', async (_, values, text) => {
    const said = await run('mine', values)
    expect(said.tone).toBe('failed')
    expect(said.text).toContain(text)
    expect(said.text).toContain('Nothing was changed.')
    expect(await read()).toEqual(noSettings)
  })

  test('sent without a value says what it takes', async () => {
    const sent = await run('mine', {}, { form: { draft: 'd1', sent: true } })
    expect(sent.text).toContain(
      'Change one of Voice, Model, Cover, Seen by, Spoiler, Ready notice, Confirm from, or choose what to clear.',
    )
    expect(sent.text).toContain("Fields you don't touch stay as they are.")
  })

  test('takes a voice by its id while the list is not known', async () => {
    voices = []
    const id = '3f2c9a1e-5b7d-4a6f-9c8e-1d2b3a4f5e6d'
    expect((await run('mine', { voice: id })).text).toContain(`Voice: ${id}, `)
    expect((await read()).defaults.member).toEqual({ voice: id })
  })

  test('keeps no name that cannot be looked up now', async () => {
    voices = []
    const said = await run('mine', { voice: 'Grandma Ada', model: 'v6' })
    expect(said).toMatchObject({ tone: 'failed', isPrivate: true })
    expect(said.text).toMatch(/^Voice: the list is still loading, .*\nNothing was changed\.$/s)
    expect(await read()).toEqual(noSettings)
  })

  test('is there in direct messages, for those alone', async () => {
    await run('mine', { cover: true }, personal)
    expect(await shown(personal)).toEqual([
      ['Voice', none],
      ['Spoiler', 'no'],
      ['Confirm from', 'never'],
      ['Model', none],
      ['Cover', 'yes (your default)'],
      ['Seen by', everybody],
      ['Ready notice', 'a mention'],
    ])
    expect(await read()).toEqual(noSettings)
  })
})

describe('/settings channel and /settings server', () => {
  test('set what holds for others, of this channel unless another is named', async () => {
    await run('channel', { voice: 'Bob' }, admin)
    await run('channel', { voice: 'Grandma Ada', channel: 'C2' }, admin)
    expect((await run('server', { cover: true }, admin)).text).toMatch(
      /^Everyone's defaults here changed:\nCover: yes/,
    )
    expect((await read()).defaults).toEqual({
      member: {},
      channel: { voice: 'voice-8' },
      server: { cover: true },
    })
    expect((await run('channel', { clear: 'voice', channel: 'C2' }, admin)).text).toMatch(
      /^That channel's defaults changed/,
    )
  })

  test('of a thread are those of its channel', async () => {
    const thread = { target: target({ channel: 'thread-1', parent: 'channel-1' }), isAdmin: true }
    await run('channel', { model: 'v6' }, thread)
    expect((await read()).defaults.channel).toEqual({ model: 'v6' })
    expect(await shown(thread)).toContainEqual(['Model', "v6 (this channel's default)"])
  })
})

describe('/settings show', () => {
  test('names the nearest value, whose it is, and where members may ask', async () => {
    await run('server', { cover: true, model: 'v6', voice: 'Bob' }, admin)
    await run('channel', { model: 'v7', seen_by: 'me' }, admin)
    await run('mine', { cover: false })
    expect(await shown()).toEqual([
      ['Voice', "Bob (everyone's default)"],
      ['Spoiler', 'no'],
      ['Confirm from', 'never'],
      ['Model', "v7 (this channel's default)"],
      ['Cover', 'no (your default)'],
      ['Seen by', "Only me (this channel's default)"],
      ['Ready notice', 'a mention'],
    ])
  })

  test('says nothing twice: facts are of what has no menu, and of channels if not all are allowed', async () => {
    const labels = async () => (await run('show')).facts.map(({ label }) => label)
    expect(await labels()).toEqual(['Voice', 'Spoiler', 'Confirm from'])
    await run('where', { rule: 'refuse', channel: 'C2' }, admin)
    expect(await labels()).toEqual(['Voice', 'Spoiler', 'Confirm from', 'Not allowed in'])
  })

  test('says of a cover that there is none, rather than that the service chooses', async () => {
    expect(await shown()).toContainEqual(['Cover', 'no'])
  })

  test('says what the audio service chooses, and nothing of it where all is set', async () => {
    expect((await shown()).slice(0, 4)).toEqual([
      ['Voice', none],
      ['Spoiler', 'no'],
      ['Confirm from', 'never'],
      ['Model', none],
    ])
    await run('mine', { voice: 'Bob', model: 'v6' })
    expect((await shown()).flat()).not.toContain(none)
  })

  test('has the spoiler of a channel or of everyone before that of a member, who cannot lift it', async () => {
    const spoiler = async () => (await shown()).find((entry) => String(entry).startsWith('Spoiler'))
    await run('mine', { spoiler: false })
    expect(await spoiler()).toEqual(['Spoiler', 'no (your default)'])
    expect((await run('server', { spoiler: true }, admin)).text).toContain(
      'Spoiler: yes, whatever a request says.',
    )
    expect(await spoiler()).toEqual(['Spoiler', "yes (everyone's default)"])
    expect((await run('channel', { spoiler: false }, admin)).text).toContain(
      'Spoiler: no, unless a request says otherwise.',
    )
    expect(await spoiler()).toEqual(['Spoiler', 'no (your default)'])
    await run('channel', { spoiler: true }, admin)
    expect(await spoiler()).toEqual(['Spoiler', "yes (this channel's default)"])
  })

  test('names a voice by its id where the list has it no more', async () => {
    await run('mine', { voice: 'Bob' })
    voices = voices.slice(0, 1)
    expect(await shown()).toContainEqual(['Voice', 'voice-8 (your default)'])
  })
})

describe('the menus of /settings show', () => {
  const below = (values: RawValues = {}, who: Partial<Invocation> = {}) =>
    buttonsBelow(settings(), 'show', values, who)
  const chosenIn = async (values: RawValues = {}, who: Partial<Invocation> = {}) =>
    (await below(values, who)).menus.map(
      ({ entries }) => entries.find(({ isChosen }) => isChosen === true)?.label,
    )

  test('say what is set, and have what else there is', async () => {
    await run('mine', { model: 'v6', cover: false, seen_by: 'me' })
    expect(await chosenIn()).toEqual([
      'Model: v6',
      'Cover: No',
      'Seen by: Only me',
      'Ready notice: a mention (default)',
    ])
    const [, cover] = (await below()).menus
    expect(cover).toMatchObject({
      label: 'Cover',
      entries: [
        { label: 'Cover: no (default)', commandLink: { action: 'mine', values: { clear: 'cover' } } },
        { label: 'Cover: Yes', commandLink: { action: 'mine', values: { cover: 'yes' } } },
        { label: 'Cover: No', commandLink: { action: 'mine', values: { cover: 'no' } } },
      ],
    })
  })

  test('say what applies where a member has no default, and whose default that is', async () => {
    await run('channel', { seen_by: 'me' }, admin)
    await run('server', { cover: true }, admin)
    await run('mine', { cover: false })
    expect(await chosenIn()).toEqual([
      'Model: automatic (default)',
      'Cover: No',
      "Seen by: Only me (this channel's default)",
      'Ready notice: a mention (default)',
    ])
    const [, cover] = (await below()).menus
    expect(cover?.entries[0]?.label).toBe("Cover: yes (everyone's default)")
    expect(await chosenIn({ of: 'channel' }, admin)).toContain('Cover: no default')
  })

  test('change it in place, however often one is picked', async () => {
    for (const press of ['p1', 'p2']) {
      expect(await turnsPage(settings(), 'mine', { cover: true }, { press })).toBe(true)
      expect(await chosenIn()).toContain('Cover: Yes')
    }
    await run('mine', { clear: 'cover' }, { press: 'p3' })
    expect(await read()).toEqual(noSettings)
  })

  test('leave the list of voices where a voice is picked there', async () => {
    const pressed = { press: 'p1' }
    expect(await turnsPage(settings(), 'mine', { voice: 'Bob' }, pressed)).toBe(false)
    expect((await run('mine', { voice: 'Bob' }, pressed)).text).toContain('Voice: Bob')
  })

  test('show in their message what its form changed, unless that was about another channel', async () => {
    const onPanel = { form: { draft: 'd1', sent: true, isOnOwnMessage: true } } as const
    expect(await turnsPage(settings(), 'mine', { voice: 'Bob' }, onPanel)).toBe(true)
    const asAdmin = { ...admin, ...onPanel }
    expect(await turnsPage(settings(), 'channel', { voice: 'Bob' }, asAdmin)).toBe(true)
    expect(await turnsPage(settings(), 'channel', { voice: 'Bob', channel: 'C2' }, asAdmin)).toBe(false)
    expect(await turnsPage(settings(), 'mine', { voice: 'Bob' }, { form: { draft: 'd1', sent: true } })).toBe(
      false,
    )
  })

  test('are there for a channel and for everyone, for admins', async () => {
    const labels = async (values: RawValues, who: Partial<Invocation>) =>
      (await below(values, who)).buttons.map(({ label }) => label)
    expect(await labels({}, {})).toEqual(['Set defaults'])
    expect(await labels({}, { ...admin, ...personal })).toEqual(['Set defaults'])
    expect(await labels({}, admin)).toEqual(['Set defaults', 'This channel', 'Everyone'])
    expect(await labels({ of: 'server' }, admin)).toEqual(['Set defaults', 'My defaults', 'This channel'])
    await run('channel', { model: 'v7' }, { ...admin, press: 'p1' })
    expect((await read()).defaults.channel).toEqual({ model: 'v7' })
    expect(await chosenIn({ of: 'channel' }, admin)).toContain('Model: v7')
    expect(await chosenIn({}, admin)).toContain("Model: v7 (this channel's default)")
    expect(await turnsPage(settings(), 'show', { of: 'channel' }, { ...admin, press: 'p1' })).toBe(true)
    expect(await turnsPage(settings(), 'show', {}, { ...admin, press: 'p1' })).toBe(false)
  })
})

describe('/settings where', () => {
  const channels = (...ids: string[]) =>
    ids.flatMap((id, index) => [...(index === 0 ? [] : [', ']), { kind: 'channel', id }])
  const where = async (values: RawValues) => {
    const { text, facts } = await run('where', values, admin)
    return { text, where: [facts[0]?.label, facts[0]?.value] }
  }

  test('allows, refuses, forgets, and lifts everything again', async () => {
    expect(await where({})).toMatchObject({ where: ['Allowed', 'everywhere'] })
    expect(await where({ rule: 'refuse', channel: 'C2' })).toMatchObject({
      where: ['Not allowed in', channels('C2')],
    })
    await where({ rule: 'allow' })
    expect(await where({ rule: 'allow', channel: 'C3' })).toMatchObject({
      text: expect.stringMatching(/only in allowed channels\. This applies to everyone, admins included/),
      where: ['Allowed only in', channels('C3', 'channel-1')],
    })
    expect(await where({ rule: 'forget' })).toMatchObject({ where: ['Allowed only in', channels('C3')] })
    expect(await where({ rule: 'everywhere' })).toMatchObject({ where: ['Allowed', 'everywhere'] })
    expect(await read()).toEqual(noSettings)
  })

  test('allows, refuses and forgets all channels of a kind, beside channels by name', async () => {
    expect(await run('where', { rule: 'refuse', kind: 'age_restricted' }, admin)).toMatchObject({
      text: expect.stringMatching(/^Members can no longer use Tunesmith in age-restricted channels, except/),
      facts: [{ label: 'Not allowed in', value: ['age-restricted channels'] }],
    })
    const allowed = await run('where', { rule: 'allow', kind: 'announcement' }, admin)
    expect(allowed.text).toMatch(/^Members can now use Tunesmith in announcement channels, and only/)
    expect((await run('where', { rule: 'allow', channel: 'C3' }, admin)).facts).toEqual([
      { label: 'Allowed only in', value: ['announcement channels', ', ', ...channels('C3')] },
      { label: 'Not allowed in', value: ['age-restricted channels'] },
    ])
    expect((await run('show', {}, admin)).facts).toContainEqual({
      label: 'Not allowed in',
      value: ['age-restricted channels'],
    })
    const forgotten = await run('where', { rule: 'forget', kind: 'announcement' }, admin)
    expect(forgotten.text).toMatch(/^There is no rule for announcement channels anymore\./)
    await where({ rule: 'everywhere' })
    expect(await read()).toEqual(noSettings)
  })

  test.each([
    [
      'a kind and a channel',
      { rule: 'refuse', kind: 'announcement', channel: 'C2' },
      admin,
      'Choose a channel or a kind, not both.',
    ],
    [
      'a kind on Slack',
      { rule: 'refuse', kind: 'announcement' },
      { ...admin, target: target({ platform: 'slack' }) },
      'Slack has no age-restricted or announcement channels. Leave Kind out.',
    ],
  ])('takes no rule for %s', async (_what, values, who, why) => {
    expect((await run('where', values, who)).text).toContain(why)
    expect(await read()).toEqual(noSettings)
  })

  test('says how channels are taken out where some are named', async () => {
    const notes = async (values: RawValues) => (await run('where', values, admin)).notes.join(' ')
    expect(await notes({})).toBe('')
    expect(await notes({ rule: 'allow', channel: 'C2' })).toMatch(/rule:forget .*rule:everywhere/)
    expect(await notes({})).toMatch(/rule:forget .*rule:everywhere/)
  })

  test('on its own says where, and opens its form by a button; one sent without a rule changes nothing', async () => {
    expect((await run('where', {}, admin)).text).toContain('You can set a rule for each channel.')
    const sent = await run('where', {}, { ...admin, form: { draft: 'd', sent: true } })
    expect(sent.text).not.toContain('button')
    expect(await read()).toEqual(noSettings)
  })

  test('the defaults of more channels than there can be are refused with the limit and the mend', async () => {
    for (let index = 0; index < channelDefaultsMax; index += 1)
      await world.settings.change('discord:server-1', { kind: 'channel', id: `C${index}` }, { model: 'v6' })
    expect((await run('channel', { channel: 'C999', model: 'v6' }, admin)).text).toBe(
      'At most 500 channels can have defaults. Clear those of another channel first.\nNothing was changed.',
    )
  })

  test('names the first channels where there are many, and takes no more than there can be', async () => {
    const ids = Array.from({ length: channelRulesMax }, (_, index) => `C${String(index).padStart(3, '0')}`)
    await Promise.all(ids.map((id) => world.settings.rule('discord:server-1', { channel: id }, 'allow')))
    expect((await where({ rule: 'allow', channel: 'C007' })).where).toEqual([
      'Allowed only in',
      [...channels(...ids.slice(0, 20)), ' and 80 more'],
    ])
    expect((await where({ rule: 'allow', channel: 'C999' })).text).toBe(
      'You can set at most 100 rules. Forget one first. Nothing was changed.',
    )
  })
})
