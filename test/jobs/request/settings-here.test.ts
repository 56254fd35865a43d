import { describe, expect, test, vi } from 'vitest'
import {
  type ChannelKind,
  noSettings,
  type SettingsHere,
  type SettingsStore,
  type Whereabouts,
} from '../../../src/core/command/settings.ts'
import { createSettingsLook, refusedHere, settingsLookMs } from '../../../src/jobs/request/settings-here.ts'
import { target } from '../../support/commands/invocation.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const here: SettingsHere = {
  defaults: { ...noSettings.defaults, member: { cover: true } },
  where: { allowed: ['channel-2'], refused: [], kinds: {} },
  words: ['b?d'],
  consent: { voices: 'off', clips: 'ask' },
}
const nothing = { defaults: undefined, words: [], consent: noSettings.consent }
/** What holds while nothing can be read, once it was. */
const lastRead = { ...here, defaults: undefined }

const look = (...reads: (() => Promise<SettingsHere>)[]) => {
  const log = createRecordingLog()
  const asked: unknown[] = []
  const read: SettingsStore['read'] = (...args) => {
    asked.push(args)
    return (reads.shift() ?? (() => Promise.reject(new Error('down'))))()
  }
  return { log, asked, look: createSettingsLook({ settings: { read }, log }) }
}

describe('what is set where somebody asks', () => {
  test('is that of the channel around a thread', async () => {
    const at = look(() => Promise.resolve(here))
    expect(await at.look(target({ channel: 'thread-1', parent: 'channel-1' }))).toEqual(here)
    expect(at.asked).toEqual([['discord:server-1', { member: 'member-1', channel: 'channel-1' }]])
  })

  test('is unknown, but for the channels that were read last, while nothing can be read', async () => {
    const at = look(() => Promise.resolve(here))
    await at.look(target())
    expect(await at.look(target())).toEqual(lastRead)
    expect(await at.look(target({ server: 'server-2' }))).toEqual({ ...nothing, where: undefined })
    expect(at.log.warnings()).toEqual(['the settings could not be read'])
  })

  test('is waited for only for a moment, and known to the member who asks next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const late = Promise.withResolvers<SettingsHere>()
      const at = look(() => late.promise)
      const looking = at.look(target())
      await vi.advanceTimersByTimeAsync(settingsLookMs)
      expect(await looking).toEqual({ ...nothing, where: undefined })
      late.resolve(here)
      await late.promise
      expect(await at.look(target())).toEqual(lastRead)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('somebody who asks', () => {
  const told = (
    where: Whereabouts | undefined,
    place = target(),
    channelKinds: readonly ChannelKind[] | undefined = [],
  ) => refusedHere(where, { target: place, channelKinds })?.message
  const rules = (where: Partial<Whereabouts>): Whereabouts => ({ ...noSettings.where, ...where })

  test('where members may is not refused', () => {
    expect(told(noSettings.where)).toBeUndefined()
    expect(told(rules({ allowed: ['channel-1'] }))).toBeUndefined()
    expect(told(rules({ refused: ['channel-2'] }))).toBeUndefined()
    expect(
      told(rules({ allowed: ['channel-1'] }), target({ channel: 't', parent: 'channel-1' })),
    ).toBeUndefined()
  })

  test('elsewhere is told where it is allowed, alone', () => {
    expect(refusedHere(here.where, { target: target() })).toMatchObject({ kind: 'message', seenBy: 'member' })
    expect(told(here.where)).toEqual({
      text: "Tunesmith isn't allowed in this channel. Use a channel listed below, or ask an admin to allow this one with /settings where. Nothing was charged.",
      tone: 'failed',
      blocks: [
        {
          kind: 'facts',
          facts: [{ label: 'Allowed only in', value: [{ kind: 'channel', id: 'channel-2' }] }],
        },
      ],
    })
  })

  test.each([
    [
      'where an admin refused it',
      { ...noSettings.where, refused: ['channel-1'] },
      'An admin has turned Tunesmith off in this channel. Use another one, or ask an admin to change it with /settings where. Nothing was charged.',
    ],
    [
      'where an admin refused all of its kind',
      { ...noSettings.where, kinds: { age_restricted: 'refuse' } },
      'An admin has turned Tunesmith off in age-restricted channels. Use another channel, or ask an admin to change it with /settings where. Nothing was charged.',
    ],
    [
      'while nobody can tell where it may be used',
      undefined,
      "I can't check right now whether Tunesmith is allowed in this channel. Try again in a minute. Nothing was charged.",
    ],
  ] as const)('%s is refused in one sentence', (_, where, text) => {
    expect(told(where, target(), ['age_restricted'])).toEqual({ text, tone: 'failed', blocks: [] })
    expect(told(where, target({ server: '@member-1' }))).toBeUndefined()
  })

  test('where only a kind is allowed is told which, and may ask in channels of that kind', () => {
    const where = rules({
      refused: ['channel-3'],
      kinds: { announcement: 'allow', age_restricted: 'refuse' },
    })
    expect(told(where)).toMatchObject({
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: 'Allowed only in', value: ['announcement channels'] },
            {
              label: 'Not allowed in',
              value: ['age-restricted channels', ', ', { kind: 'channel', id: 'channel-3' }],
            },
          ],
        },
      ],
    })
    expect(told(where, target(), ['announcement'])).toBeUndefined()
    expect(refusedHere(where, { target: target() })).toMatchObject({
      message: { text: expect.stringContaining("I can't check right now") },
    })
  })
})
