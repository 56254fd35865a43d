import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands as declaredCommands } from '../../../src/commands/index.ts'
import { voicesCommand } from '../../../src/commands/voices/voices.ts'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import type { Answer } from '../../../src/core/command/answer.ts'
import { actionNamed, type ReadyCommand, readyUtility, withPorts } from '../../../src/core/command/command.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { moreWithClip } from '../../../src/core/command/message-actions.ts'
import { channelRulesMax, noSettings, type SettingsHere } from '../../../src/core/command/settings.ts'
import type { KnownVoices } from '../../../src/core/command/voices.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { createJournal } from '../../../src/redis/journal.ts'
import { allCommands, filePrices, noSamples } from '../../support/commands/commands.ts'
import { invocation, target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'
import { noApprovals } from '../../support/commands/no-approvals.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { inAnswer, inMessage, speakPseudo, takeAsData } from '../../support/texts/said.ts'

// A whole bot in a language of brackets: what members ask it, by every way there is, is answered within them.

const features = allCommands.flatMap((command): Feature[] => (command.kind === 'feature' ? [command] : []))
const voices = [
  { value: 'data', label: 'Data' },
  { value: 'data-2', label: 'data data' },
]
const lists = listsWith({ voices: () => Promise.resolve(voices) })
const song = { prompt: 'data' }

let world: JobWorld
let commands: readonly ReadyCommand[]
let ask: (asked: Partial<Invocation>) => Promise<Answer>
/** The ids of jobs: of a song that is shown, one kept back, one that failed, and one on its way. */
let shown: string
let withheld: string
let failed: string
let running: string

const admin = { isAdmin: true }
const other = { target: target({ member: 'member-2' }) }
const personal = { target: target({ server: '@member-1', channel: 'channel-2' }) }
const at = (channel: string) => ({ target: target({ channel }) })

/** One more whose name is not a word of our texts. */
const begun = async (who: Partial<Invocation> = {}): Promise<string> => {
  const jobId = await world.start({ values: song, ...who })
  takeAsData(jobName(jobId))
  return jobId
}

/** One more that ran to its end, whatever that was. */
const ended = async (who: Partial<Invocation> = {}): Promise<string> => {
  const jobId = await begun(who)
  await world.queue.run()
  world.clock.advance(1_000)
  return jobId
}

beforeAll(async () => {
  speakPseudo()
  takeAsData('books') // where the next part of an export begins, as it is typed
  world = await openJobWorld({ features })
  const { jobList, control, places, settings, records, clips, drafts, budgets, blocks, deps, clock, log } =
    world
  const canSee = () => Promise.resolve(true)
  commands = withPorts(declaredCommands, {
    ...noApprovals,
    blocks,
    budgets,
    overview: world.overview,
    journal: createJournal(world),
    refusals: world.refusals,
    jobList,
    jobControl: control,
    places,
    settings,
    ratings: world.ratings,
    consents: world.consents,
    pseudonyms: world.pseudonyms,
    lists,
    records,
    clips,
    drafts,
    deadlines: deps.deadlines,
    prices: deps.prices,
    now: clock.now,
    retentionMs: 90 * 24 * 60 * 60_000,
    privacyContact: 'data',
    voiceList: { read: () => Promise.reject(new Error('see below')) },
    voiceSamples: noSamples,
    canSee,
    lookAtChannel: () => Promise.resolve({ status: 'looked', lacks: [] }),
  })
  const dispatch = dispatchOver(world, {
    ...world.requestDeps,
    commands,
    lists,
    log,
    isGone: deps.isGone,
    canSee,
  })
  let events = 0
  ask = async (asked) => {
    events += 1
    const answer = await dispatch.answer(invocation({ eventId: `asked-${events}`, ...asked }))
    if (answer.kind === 'accepted') takeAsData(jobName(answer.jobId))
    return answer
  }
  withheld = await begun()
  await world.queue.run(clock.now())
  await control.cancel(await world.job(withheld), 'member-1')
  await world.queue.run()
  world.service.submitWith({ status: 'refused', why: 'request', said: 'Data' })
  failed = await ended()
  for (let made = 0; made < 10; made += 1) await ended()
  world.service.answerWith({ status: 'written', lyrics: 'data', taskId: undefined, estimate: undefined })
  shown = await ended({ command: 'lyrics', values: { theme: 'data' } })
  shown = await ended()
  running = await begun()
})
afterAll(() => world.close())

const expectSaid = (answer: Answer): void => expect(inAnswer(answer), answer.message.text).toEqual([])

/** What a member asks for, in words for the name of a test. */
type Asked = [what: string, asked: () => Partial<Invocation>]

const say = (rows: readonly Asked[]): void => {
  test.each(rows)('%s', async (_, asked) => {
    const answer = await ask(asked())
    expect(answer.message.text).toContain('⟦')
    expectSaid(answer)
  })
}

const upload: UploadedClip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/data.mp3',
  name: 'data.mp3',
  bytes: 10,
  message: undefined,
}
const pointing = (isVisible: boolean, ...files: UploadedClip[]): Partial<Invocation> => ({
  pointedAt: [{ message: `message-${files.length}`, files, isVisible, atMs: 5 }],
})

describe('/history', () => {
  const history = (values: Invocation['values'] = {}, who: Partial<Invocation> = {}) => ({
    command: 'history',
    values,
    ...who,
  })
  say([
    ['its first page', () => history()],
    ['a later page, with what was kept back', () => history({ page: '2' })],
    ['a page behind the last', () => history({ page: '9' })],
    ['of one feature and member', () => history({ feature: 'music', member: 'member-1' })],
    ['without results', () => history({ feature: 'tts' })],
    ['in a direct message', () => history({}, personal)],
    ['with a page that is none', () => history({ page: 'data' })],
  ])
})

describe('/voices', () => {
  const known: KnownVoices = { known: { voices, atMs: 5 }, isOld: false, nextTryMs: 5 }
  const many = Array.from({ length: 23 }, () => ({ value: 'data', label: 'Data' }))
  const defaultsOf = (defaults: Partial<SettingsHere['defaults']>) => defaults
  test.each<[string, KnownVoices, Invocation['values'], Partial<SettingsHere['defaults']>]>([
    ['a list', known, {}, {}],
    ['an old list', { ...known, isOld: true }, {}, defaultsOf({ member: { voice: 'data' } })],
    ['no list', { ...known, known: undefined }, {}, {}],
    ['an empty list', { ...known, known: { voices: [], atMs: 5 } }, {}, {}],
    ['pages', { ...known, known: { voices: many, atMs: 5 } }, { page: '2' }, { server: { voice: 'data' } }],
    ['the first of many', { ...known, known: { voices: many, atMs: 5, isPart: true } }, {}, {}],
    ['a page behind the last', known, { page: '7' }, {}],
    ['those that fit', known, { name: 'data' }, defaultsOf({ channel: { voice: 'other-data' } })],
    ['none that fits', known, { name: 'otherwise' }, {}],
    ['none that can be looked up', { ...known, isOld: true }, { name: 'xx' }, {}],
  ])('with %s', async (_, list, values, defaults) => {
    const command = readyUtility(voicesCommand, {
      voiceList: { read: () => Promise.resolve(list) },
      lists: listsWith({
        voices: () => Promise.resolve({ choices: list.known?.voices ?? [], isPart: list.isOld }),
      }),
      settings: {
        read: () => Promise.resolve({ ...noSettings, defaults: { ...noSettings.defaults, ...defaults } }),
      },
      voiceSamples: noSamples,
      prices: filePrices,
      now: () => 60_000,
    })
    const answer = await actionNamed(command, undefined)?.run(invocation({ command: 'voices', values }))
    if (answer === undefined || answer.kind === 'asks') throw new Error('no answer')
    expect(inAnswer(answer).filter((word) => !word.startsWith('other'))).toEqual([])
  })
})

describe('/settings', () => {
  const settings = (action: string, values: Invocation['values'] = {}, who: Partial<Invocation> = admin) => ({
    command: 'settings',
    action,
    values,
    ...who,
  })
  say([
    ['without any', () => settings('show')],
    ['set for oneself', () => settings('mine', { voice: 'Data', model: 'v7', cover: true })],
    ['shown', () => settings('show')],
    ['cleared', () => settings('mine', { clear: 'everything' })],
    ['set and cleared', () => settings('mine', { voice: 'Data', clear: 'voice' })],
    ['not given', () => settings('mine')],
    ['with a voice that is none', () => settings('mine', { voice: 'Title' })],
    ['of a channel', () => settings('channel', { cover: false, channel: 'channel-5' })],
    ['of this channel, shown', () => settings('channel', { cover: false })],
    ['of all', () => settings('server', { model: 'v6' })],
    ['shown, set by others', () => settings('show')],
    ['of a channel, by a member', () => settings('channel', { cover: true }, {})],
    ['of all, by a member', () => settings('server', { cover: true }, {})],
    ['of channels, by a member', () => settings('where', {}, {})],
    ['of all, in a direct message', () => settings('server', { cover: true }, { ...personal, ...admin })],
    ['in a direct message', () => settings('show', {}, personal)],
    ['of channels, none', () => settings('where')],
    ['of a channel that is refused', () => settings('where', { rule: 'refuse', channel: 'channel-6' })],
    [
      'of a kind of channel that is refused',
      () => settings('where', { rule: 'refuse', kind: 'age_restricted' }),
    ],
    [
      'of a kind of channel that is allowed',
      () => settings('where', { rule: 'allow', kind: 'announcement' }),
    ],
    [
      'of a kind of channel that is forgotten',
      () => settings('where', { rule: 'forget', kind: 'announcement' }),
    ],
    [
      'of a kind and a channel',
      () => settings('where', { rule: 'refuse', kind: 'announcement', channel: 'channel-6' }),
    ],
    ['of a channel that is forgotten', () => settings('where', { rule: 'forget', channel: 'channel-6' })],
    ['of a channel that is allowed', () => settings('where', { rule: 'allow', channel: 'channel-1' })],
    ['of channels, shown', () => settings('show')],
    ['of all channels', () => settings('where', { rule: 'everywhere' })],
    ['that are none', () => settings('data')],
  ])

  test('of more channels than can be named', async () => {
    for (let index = 0; index < channelRulesMax; index += 1)
      await world.settings.rule('discord:server-1', { channel: `channel-1${index}` }, 'refuse')
    expectSaid(await ask(settings('where', { rule: 'refuse', channel: 'channel-2' })))
    expectSaid(await ask(settings('where')))
    await world.settings.liftRules('discord:server-1')
  })
})

describe('/jobs and what is below results', () => {
  const jobs = (action: string, job: string, who: Partial<Invocation> = {}): Partial<Invocation> => ({
    command: 'jobs',
    action,
    values: { job },
    ...who,
  })
  const actions = ['show', 'cancel', 'recover', 'again', 'edit', 'sing', 'lyrics', 'delete']
  for (const action of actions)
    say([
      [`${action} of one that is kept back, for somebody else`, () => jobs(action, withheld, other)],
      [`${action} of one that failed`, () => jobs(action, failed)],
      [`${action} of one on its way`, () => jobs(action, running)],
      [`${action} of none`, () => jobs(action, 'data')],
      [`${action} of one that is forgotten`, () => jobs(action, `b30x${'a'.repeat(25)}`)],
      [`${action} in a direct message`, () => jobs(action, jobName(shown), personal)],
    ])
  say([
    ['lyrics of a song', () => jobs('lyrics', shown)],
    ['a song made ready to be edited', () => jobs('edit', shown)],
    ['a song once more', () => jobs('again', shown)],
  ])
})

describe('/result', () => {
  const result = (values: Invocation['values'], who: Partial<Invocation> = {}) => ({
    command: 'result',
    values,
    ...who,
  })
  say([
    ['of a job', () => result({ job: shown })],
    ['of a job that is not done', () => result({ job: running })],
    ['of a job that failed', () => result({ job: failed })],
    ['of somebody else', () => result({ job: withheld }, other)],
    ['of none', () => result({ job: 'data' })],
    ['of nothing', () => result({})],
    ['of a task without a family', () => result({ task: 'data' })],
    ['of a task', () => result({ task: 'data', family: 'MUSIC_AI' })],
    ['of too much', () => result({ job: shown, task: 'data', family: 'MUSIC_AI' })],
    ['of a take that no result has', () => result({ job: shown, take: '99' })],
    ['without loss', () => result({ job: shown, wav: 'yes' })],
  ])

  test('as it is posted, or why it is not', async () => {
    world.service.lookUpWith({ status: 'unreadable', reason: 'HTTP 404', isUnknown: true })
    await ended({ command: 'result', values: { task: 'data', family: 'MUSIC_AI' } })
    await ended({ command: 'result', values: { job: shown, take: '2' } })
    await ended({ command: 'result', values: { job: shown, wav: true } })
    for (const { message } of world.platform.messages) expect(inMessage(message), message.text).toEqual([])
  })
})

describe('/lyrics', () => {
  const answers = (command: string, values: Invocation['values']) => ({ command, values })
  say([
    ['asked for', () => answers('lyrics', { theme: 'data' })],
    ['without a theme', () => answers('lyrics', {})],
    ['of a theme that is too long', () => answers('lyrics', { theme: 'x '.repeat(9_000) })],
  ])
})

describe('a refusal', () => {
  const form = (draft: string, sent = true) => ({ form: { draft, sent } })
  say([
    ['of a command that is gone', () => ({ command: 'data' })],
    ['of what is for admins', () => ({ command: 'budget', action: 'limit', values: { credits: '5' } })],
    ['of what is for servers', () => ({ command: 'budget', action: 'show', ...personal, ...admin })],
    ['where several things are meant', () => ({ command: 'settings', action: undefined })],
    ['where nothing may be posted', () => ({ values: song, cannotPost: '⟦data⟧' })],
    ['of a form that has lapsed', () => ({ command: 'remix', ...form('data') })],
    ['of a message without audio', () => ({ command: 'Remix this clip', ...pointing(true) })],
    ['of a message that cannot be seen', () => ({ command: 'remix', ...pointing(false) })],
    ['of a take that is not there', () => ({ command: 'remix', values: { clip: `${shown}.9` } })],
    ['of a take of a job on its way', () => ({ command: 'remix', values: { clip: `${running}.1` } })],
    ['of a take of a job that failed', () => ({ command: 'remix', values: { clip: `${failed}.1` } })],
    ['of a take of none', () => ({ command: 'remix', values: { clip: 'aaaaaaaa.1' } })],
    ['of a message that is forgotten', () => ({ command: 'remix', values: { clip: 'message:1' } })],
    ['of a clip that is none', () => ({ command: 'remix', values: { clip: 'data', prompt: 'data' } })],
    ['of a clip that is too large', () => ({ command: 'cut', values: { clip: { ...upload, bytes: 1e9 } } })],
    ['of a menu without a clip', () => ({ command: moreWithClip, ...pointing(true) })],
    ['where there is no budget', () => ({ values: song, target: target({ server: 'server-9' }) })],
    ['of a mistake, with a form', () => ({ values: { prompt: 'data', model: 'data' } })],
  ])

  test('of a take that the service does not keep any more', async () => {
    const { outcome } = await world.job(shown)
    world.gone.add(outcome?.outputs[0]?.audioUrl ?? '')
    expectSaid(await ask({ command: 'remix', values: { clip: `${shown}.1`, prompt: 'data' } }))
    world.gone.clear()
  })

  test('where members may not ask', async () => {
    await world.settings.rule('discord:server-1', { channel: 'channel-1' }, 'refuse')
    expectSaid(await ask({ values: song }))
    await world.settings.rule('discord:server-1', { channel: 'channel-7' }, 'allow')
    expectSaid(await ask({ values: song, ...at('channel-8') }))
    await world.settings.liftRules('discord:server-1')
  })
})

describe('a menu', () => {
  say([
    ['of what can be done with a clip', () => ({ command: moreWithClip, ...pointing(true, upload) })],
    ['of what can be done with a take', () => ({ command: moreWithClip, values: { take: `${shown}.1` } })],
    ['of clips, in the form that asks', () => ({ command: 'remix', ...pointing(true, upload, upload) })],
    ['of the fields that are missing', () => ({ command: 'master', ...pointing(true, upload) })],
  ])
})

// Last, for it deletes what the others show.
describe('/privacy', () => {
  const privacy = (action: string, values: Invocation['values'] = {}) => ({
    command: 'privacy',
    action,
    values,
    ...other,
  })
  say([
    ['shown', () => privacy('show')],
    ['exported, where nothing is kept', () => privacy('export')],
    ['to be deleted', () => privacy('delete')],
    ['that is none', () => privacy('data')],
  ])

  test('exported and deleted, while a job runs', async () => {
    expectSaid(await ask({ command: 'privacy', action: 'export' }))
    const asked = await ask({ command: 'privacy', action: 'delete' })
    expectSaid(asked)
    const [button] = asked.message.blocks.flatMap((block) => (block.kind === 'buttons' ? block.buttons : []))
    if (button === undefined) throw new Error('nothing asks whether it is meant')
    const { command, action, values } = button.commandLink
    expectSaid(await ask({ command, action, values }))
  })
})
