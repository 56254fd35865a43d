import { afterEach, beforeEach, expect, test } from 'vitest'
import { createChats } from '../../src/app/chats.ts'
import { createDownload } from '../../src/app/download.ts'
import { performed } from '../../src/core/effect.ts'
import type { ResultMessage } from '../../src/core/message/message.ts'
import { aloneAtCalling } from '../../src/core/pacing/share.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../support/service/scripted-server.ts'

let server: ScriptedServer
let download: ReturnType<typeof createDownload>
beforeEach(async () => {
  server = await startScriptedServer({
    reply: answers(200, { ok: true, id: '1', ts: '1.000001', channel: 'C1' }),
  })
  download = createDownload({ origins: ['https://cdn.example'] })
})
afterEach(async () => {
  await download.close()
  await server.close()
})

const resultAt = (...urls: readonly string[]): ResultMessage => ({
  text: 'Your song is ready.',
  tone: 'done',
  blocks: urls.map((url) => ({ kind: 'audio', title: 'Tide', file: { url, name: 'Tide.mp3' } })),
})

const settings = () =>
  ({
    discord: {
      token: 'bot-token-of-the-operator',
      apiUrl: `${server.url}/api`,
      fileOrigins: [],
      messageContent: false,
      shards: undefined,
    },
    slack: {
      botToken: 'xoxb-1-2-secretsecret',
      transport: { kind: 'http', signingSecret: 'secret-of-signatures' },
      apiUrl: `${server.url}/api/`,
      fileOrigins: [],
    },
  }) as const

/** Every platform shows two results with two files each. */
const linesAfterResults = async (...names: readonly ('discord' | 'slack')[]) => {
  const log = createRecordingLog()
  const { discord, slack } = settings()
  const { platforms } = await createChats(
    {
      discord: names.includes('discord') ? discord : undefined,
      slack: names.includes('slack') ? slack : undefined,
    },
    { download, effect: performed, log, wait: () => Promise.resolve(), callers: () => aloneAtCalling },
  )
  const result = resultAt('https://files.elsewhere.example/1.mp3', 'https://files.elsewhere.example/2.mp3')
  for (const { name, edit, stop } of platforms) {
    for (const key of ['key-1', 'key-2']) {
      const attempt = {
        key,
        notes: {},
        note: () => Promise.resolve(),
        askedAtMs: Date.now(),
        fileBytesMax: 1_000,
        linksAllowed: false,
      }
      const ref = { platform: name, channel: 'C1', message: '1.000001' }
      await edit(ref, result, attempt, { server: 'S1' })
    }
    await stop('all')
  }
  return log.lines.map(({ level, message }) => `${level}: ${message}`)
}

const warning = expect.stringMatching(/^warn: .*add https:\/\/files\.elsewhere\.example to AUDIO_FILE_HOSTS/)

test.each([
  ['discord', 'debug: a file is linked instead of attached'],
  ['slack', 'debug: a file is linked instead of uploaded'],
] as const)('results on a host that is not set are one warning on %s', async (name, line) => {
  expect(await linesAfterResults(name)).toEqual([warning, line, line, line])
})

test('results on a host that is not set are one warning for both chats together', async () => {
  const lines = await linesAfterResults('discord', 'slack')
  expect(lines.filter((line) => line.startsWith('warn'))).toEqual([warning])
  expect(lines).toHaveLength(8)
})
