import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { master } from '../../../src/commands/features/master.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ features: [remix, master, tts] })
})
afterEach(() => world.close())

const link = (url: string): Clip => ({ kind: 'link', url })

const result: Clip = { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'Take 1.mp3', seconds: 20 }
const upload: Clip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.discordapp.com/attachments/1/2/a.ogg',
  name: 'a.ogg',
  bytes: 5,
  message: { platform: 'discord', channel: '1', message: '2' },
}

const answerTo = async (command: string, values: RawValues) => {
  const { kind, message } = await world.ask({ command, values })
  return { kind, text: message.text }
}

describe('a clip that nobody could read is refused before anything is held', () => {
  test.each([
    [
      'http://169.254.169.254/latest/meta-data',
      "http://169.254.169.254/latest/meta-data isn't on the public",
    ],
    ['https://127.0.0.1.nip.io/a.mp3', "isn't on the public internet"],
    ['https://example.com:22/a.mp3', 'Only port 443 is allowed'],
    ['https://files.slack.com/files-pri/T1-F1/a.mp3', 'is a private Slack file'],
    ['https://cdn.discordapp.com/attachments/1/2/a.ogg?ex=1&is=1&hm=1', 'has expired on Discord'],
    ['https://discord.com/channels/1/2/3', 'is a message, not a file'],
  ])('%s', async (url, reason) => {
    for (const [command, values] of [
      ['remix', { clip: url, prompt: 'x' }],
      ['remix', { clip: link(url), prompt: 'x' }], // of an earlier request
      ['tts', { text: 'x', sample: url }],
    ] as const) {
      const { kind, text } = await answerTo(command, values)
      expect(kind).toBe('problems')
      expect(text).toContain(reason)
      expect(text).toContain('Nothing was charged.')
    }
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })
})

test('a password in an address is not said', async () => {
  const { text } = await answerTo('remix', { clip: 'https://me:secret@example.com/a.mp3', prompt: 'x' })
  expect(text).toContain('https://example.com/a.mp3 contains a username or password.')
  expect(text).not.toContain('secret')
})

test.each([
  ['as it was typed', 'HTTPS://example。com:443/a b.mp3'],
  ['as a clip of an earlier request', link('https://example.com./a b.mp3')],
])('an address is stored and sent as normalised: %s', async (_, clip) => {
  const jobId = await world.start({ command: 'remix', values: { clip, prompt: 'x' } })
  await world.queue.run()
  const url = 'https://example.com/a%20b.mp3'
  expect((await world.job(jobId)).values.clip).toEqual(typeof clip === 'string' ? url : link(url))
  expect(world.service.submissions).toMatchObject([{ body: { audio_url: url } }])
})

describe('two clips go to the audio service in the same way', () => {
  test.each([
    ['an address and an upload', link('https://example.com/a.mp3'), upload, 'Clip is a link and Reference'],
    ['an upload and an address', upload, 'https://example.com/a.mp3', 'Reference is a link and Clip'],
  ])('%s are refused before anything is held', async (_, clip, reference, reason) => {
    const { kind, text } = await answerTo('master', { clip, reference })
    expect(kind).toBe('problems')
    expect(text).toContain(
      `${reason} is a file, which can't be used together. Upload both, or use two links.\nNothing was charged.`,
    )
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })

  test.each([
    ['two addresses', 'https://example.com/a.mp3', 'https://example.com/b.mp3'],
    ['an address and a take', 'https://example.com/a.mp3', result],
    ['two uploads', upload, { ...upload, url: `${upload.url}2` }],
    ['a take and an upload', result, upload],
  ])('%s are taken', async (_, clip, reference) => {
    expect((await answerTo('master', { clip, reference })).kind).toBe('accepted')
  })
})

describe('where links are switched off', () => {
  beforeEach(async () => {
    world.close()
    world = await openJobWorld({ features: [remix, master, tts], clipLinks: 'off' })
  })

  const off = /: links are turned off here\. Use a file or a take\.\nNothing was charged\.$/

  test.each<[string, RawValues]>([
    ['remix', { clip: 'https://example.com/a.mp3', prompt: 'x' }],
    ['remix', { clip: link('https://example.com/a.mp3'), prompt: 'x' }], // of an earlier request
    ['master', { clip: upload, reference: 'https://example.com/a.mp3' }],
    ['tts', { text: 'x', sample: 'https://example.com/a.mp3' }],
    ['master', { clip: 'https://example.com/a.mp3', reference: result }],
  ])('/%s with one is refused before anything is held: %j', async (command, values) => {
    const { kind, text } = await answerTo(command, values)
    expect(kind).toBe('problems')
    expect(text).toMatch(off)
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })

  test('nobody is sent to one', async () => {
    const { text } = await answerTo('tts', { text: 'x', sample: upload })
    expect(text).toContain("can't read files from this chat. Use a take, or leave it out.")
  })

  test.each([
    ['an upload', upload],
    ['a take', result],
  ])('%s is taken', async (_, clip) => {
    expect((await answerTo('remix', { clip, prompt: 'x' })).kind).toBe('accepted')
  })
})

describe('where links are taken only if their length costs nothing', () => {
  const address = 'https://example.com/a.mp3'

  beforeEach(async () => {
    world.close()
    world = await openJobWorld({ features: [remix, master, tts], clipLinks: 'flat' })
  })

  test.each<[string, RawValues]>([
    ['a link', { clip: address, reference: result }],
    ['a link of an earlier request', { clip: link(address), reference: result }],
    ['a link, beside another', { clip: address, reference: 'https://example.com/b.mp3' }],
  ])('%s that sets the price is refused before anything is held, with the mend', async (_, values) => {
    expect(await answerTo('master', values)).toEqual({
      kind: 'problems',
      text: "Clip: The price depends on the length, which I can't measure for a link. Upload the file.\nNothing was charged.",
    })
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
  })

  test.each<[string, RawValues, string]>([
    ['as the clip', { clip: address, reference: upload }, 'Upload both.'],
    ['to compare with', { clip: upload, reference: address }, 'Upload both.'],
  ])('beside an upload, nobody is sent to a second link: %s', async (_, values, mend) => {
    const { text } = await answerTo('master', values)
    expect(text).toContain(`which can't be used together. ${mend}\nNothing was charged.`)
  })

  test.each<[string, string, RawValues]>([
    ['a remix, which costs the same at any length', 'remix', { clip: address, prompt: 'x' }],
    ['a voice to speak with', 'tts', { text: 'x', sample: address, permission: true }],
    ['something to compare with', 'master', { clip: result, reference: address }],
  ])('one is taken for %s', async (_, command, values) => {
    expect((await answerTo(command, values)).kind).toBe('accepted')
  })
})
