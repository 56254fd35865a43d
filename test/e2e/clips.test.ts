import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { sungTone } from '../support/audio/sung-tone.ts'
import { createPeople, type People, type SeenForm, type SeenMessage } from '../support/sandbox/people.ts'
import { expectRefusals } from '../support/sandbox/strict.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'
import { firstRows, isLong } from '../support/suite/runs.ts'

// What is made of the clip of a message, and what is there shown again, through the real libraries.

let world: World
let clip: { name: string; contentType: string; base64: string }

const waitMs = 120_000
const perSecond = { interval: 1_000, timeout: waitMs }

beforeAll(async () => {
  const settings = { AUDIO_RESULTS_FROM_ELSEWHERE: 'on' }
  world = await startStrictWorld({ bot: { callbacks: true, settings } })
  const bytes = await sungTone()
  clip = { name: 'tone.mp3', contentType: 'audio/mpeg', base64: bytes.toString('base64') }
})

afterAll(async () => {
  await world.stop()
})

/** A task of this family that was made elsewhere with the bot's key. */
const madeElsewhere = async (feature: string): Promise<string> => {
  const response = await fetch(`${world.addresses.studio.controlUrl}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ feature }),
  })
  return z.object({ taskId: z.string() }).parse(await response.json()).taskId
}

test.each(chatPlatforms)(
  'what was made elsewhere is shown on %s with all that is in it, where the operator lets it',
  async (platform) => {
    const people = createPeople(world.addresses, platform)
    const { adminId: member } = world.addresses[platform] // each member has three look-ups a minute
    const shows = async (family: string) => {
      const since = await people.latest(member)
      await people.uses(member, '/result', { family, task: await madeElsewhere(family) })
      return { since, text: (await people.sees(member, 'Made with AI', since)).text }
    }
    const { text } = await shows('KEY_BPM_EXTRACTION')
    for (const fact of ['162 BPM', 'A# major', '120-140: D# major, G minor']) expect(text).toContain(fact)
    const { since } = await shows('AUDIO_TO_MIDI')
    for (const name of ['midi.mid', 'sonify.wav', 'notes.csv'])
      await people.sees(member, ({ files }) => files.some((file) => file.name === name), since)
    expect((await shows('SOUND_GENERATOR')).text).toMatch(/Stream\W+http:\S+\.wav/)
  },
)

// The same is done on Slack by every-command.test.ts, in forms of its own.
describe.each<ChatPlatform>(firstRows(1, ['discord', 'slack']))('on %s', (platform) => {
  let people: People
  let member: string
  let voice: string

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    const { adminId, memberId } = world.addresses[platform]
    member = memberId
    await people.allows(adminId, 20)
    const discord = createPeople(world.addresses, 'discord')
    const [found] = await discord.suggestions(world.addresses.discord.memberId, '/voice', 'voice', 'a')
    voice = found?.name ?? ''
  })

  /** Slack needs quotes around text with spaces. */
  const quoted = (text: string): string => (platform === 'discord' ? text : `“${text}”`)

  const opened = ({ form, refused }: Awaited<ReturnType<People['picks']>>): SeenForm => {
    if (form === undefined) throw new Error(refused ?? 'no form opened')
    return form
  }

  /** A result's message, and its files with it or beside it. Discord's names of files have no blanks. */
  const sees = async (says: RegExp, facts: readonly string[], since: string, ...endings: string[]) => {
    const { text } = await people.sees(member, says, since)
    for (const fact of facts) expect(text).toContain(fact)
    const hasAll = ({ files }: SeenMessage): boolean => {
      const names = files.map(({ name }) => name.replaceAll('-', ' '))
      return endings.every((ending) => names.some((name) => name.endsWith(ending)))
    }
    await people.sees(member, hasAll, since)
  }

  test('words are written at once and can be sung, and what is there is shown again for nothing, in another channel too', async () => {
    const since = await people.latest(member)
    await people.uses(member, '/lyrics', { theme: quoted('the sea') })
    const { id, text } = await people.sees(member, 'Your lyrics are ready', since)
    expect(text).toContain('“the sea”')
    const toSing = await vi.waitFor(
      async () => opened(await people.presses(member, id, 'Sing this')),
      perSecond,
    )
    const filledIn = (label: string) => toSing.fields.find((field) => field.label === label)?.value
    expect(toSing.title).toMatch(/^Make a song/)
    expect(filledIn('Prompt')).toBe('the sea')
    expect(String(filledIn('Lyrics'))).toMatch(/\w+\n\w+/)
    await people.uses(member, '/jobs mine')
    const mine = await people.sees(member, /lyrics[\s\S]*Job:\s/, since)
    const [, job = ''] = /lyrics[\s\S]*?Job:\s(\w{8})/.exec(mine.text) ?? []
    const [, elsewhere = ''] = world.addresses[platform].channelIds
    await people.uses(member, '/result', { job }, elsewhere)
    const again = await people.sees(member, 'Your result is ready', since)
    expect(again.channel).toBe(elsewhere)
    expect(again.text).toContain('Nothing charged')
    expectRefusals('refused /v1/byId: 404 Conversion not found')
    await people.uses(member, '/result', { family: 'MUSIC_AI', task: 'task-of-nobody' })
    await people.sees(member, /No task or conversion with that ID.*Nothing was charged\./s, since)
  })

  test('a file whose address has expired is shown again, and offered as a clip, by the address that the service gives now', async () => {
    const studio = createStudioClient(world.addresses.studio)
    const since = await people.latest(member)
    await people.uses(member, '/tts', { text: quoted('the tide turns') })
    await sees(/Made with AI/, [], since, '.mp3')
    await people.uses(member, '/jobs mine')
    const mine = await people.sees(member, /tts[\s\S]*Job:\s/, since)
    const [, job = ''] = /tts[\s\S]*?Job:\s(\w{8})/.exec(mine.text) ?? []
    await studio.fail({ file: { answer: 'expired', isUnsigned: true, times: 1_000 } })
    await studio.fail({ lookUp: { signature: 'renewed' } })
    const again = await people.latest(member)
    await people.uses(member, '/result', { job })
    await sees(/Made with AI/, ['Nothing charged'], again, '.mp3')
    const { id } = await people.sees(member, 'Made with AI', again)
    expect(opened(await people.presses(member, id, 'Remix')).title).toMatch(/^Remix this clip/)
    await studio.mend()
  })

  /** Slack limits how often an app may open forms, so a refused pick is repeated. */
  const picks = (action: string, message: string): Promise<SeenForm> =>
    vi.waitFor(async () => opened(await people.picks(member, action, message)), perSecond)

  const partOf = ({ fields }: SeenForm, label: string): string =>
    fields.find((field) => field.label.startsWith(label))?.name ?? `no ${label}`

  /** Picks an entry of the message's menu, and fills in what its form asks for. */
  const asks = async (action: string, message: string, given: Readonly<Record<string, unknown>>) => {
    const form = await picks(action, message)
    expect(form.title).toContain(action)
    const values = Object.fromEntries(
      Object.entries(given).map(([label, value]) => [partOf(form, label), value]),
    )
    expect(await people.sends(member, form, values)).not.toHaveProperty('refused')
  }

  /** Slack knows voices by what is picked from those that it was told, Discord's form by what is typed. */
  const changesVoice = async (message: string): Promise<void> => {
    const form = await picks('Change the voice', message)
    const told = platform === 'slack' ? await people.suggestions(member, form.id, 'voice', voice) : []
    const chosen = { [partOf(form, 'Voice')]: told[0]?.value ?? voice }
    const values = platform === 'slack' ? { ...chosen, [partOf(form, 'Options')]: ['permission'] } : chosen
    expect(await people.sends(member, form, values)).not.toHaveProperty('refused')
    if (platform === 'slack') return
    const { id, buttons } = await people.sees(member, 'Did you make “tone.mp3”', message)
    const permission = buttons.find(({ label }) => label.startsWith('I have permission'))
    await people.presses(member, id, permission?.id ?? '')
  }

  // In the short form every-command.test.ts alone picks all of them, each on one platform.
  test.runIf(isLong)(
    'every entry of a message’s menu takes the clip of its message, and asks for what is missing',
    async () => {
      const message = await people.says(member, 'hear this', { files: [clip] })
      await asks('Trim this clip', message, { Start: '0.5', End: '1m' })
      await people.sees(member, 'which is 0:03 long. Nothing was charged.', message)
      await asks('Trim this clip', message, { Start: '0.5', End: '0:02' })
      const file = platform === 'discord' ? 'Reference: your own file' : 'Reference: your own file'
      await asks('Master this clip', message, { [file]: [{ ...clip, name: 'finished.mp3' }] })
      await asks('Redo part of this clip', message, { Prompt: 'bells', Start: '1', End: '2' })
      await asks('Transcribe this clip', message, {})
      await changesVoice(message)
      await sees(/Your trimmed clip is ready/, ['Clip: tone.mp3', 'End: 0:02'], message, 'tone cut.mp3')
      await sees(/Your master is ready/, ['Reference: finished.mp3'], message, 'tone mastered.mp3')
      await sees(/“bells”.*Made with AI/s, [], message, '.mp3')
      await sees(
        /Your transcript of “tone.mp3” is ready/,
        ['La la la la'],
        message,
        'transcript.txt',
        '.srt',
        '.vtt',
      )
      await sees(/Your clip in a new voice is ready/, ['Clip: tone.mp3'], message, 'another voice.mp3')
    },
  )
})
