import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { remix } from '../../../src/commands/features/remix.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import type { Clip } from '../../../src/core/clip/clip.ts'
import type { RawValues } from '../../../src/core/command/field.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ features: [remix, tts] })
})
afterEach(() => world.close())

const link = (url: string): Clip => ({ kind: 'link', url })

const answerTo = async (command: string, values: RawValues) => {
  const { kind, message } = await world.ask({ command, values })
  return { kind, text: message.text }
}

describe('a clip that nobody could read is refused before anything is held', () => {
  test.each([
    [
      'http://169.254.169.254/latest/meta-data',
      'http://169.254.169.254/latest/meta-data is not on the public',
    ],
    ['https://127.0.0.1.nip.io/a.mp3', 'is not on the public internet'],
    ['https://example.com:22/a.mp3', 'Only 443 may be used'],
    ['https://files.slack.com/files-pri/T1-F1/a.mp3', 'is a private file of Slack'],
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
  expect(text).toContain('https://example.com/a.mp3 has a user or a password in it.')
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
