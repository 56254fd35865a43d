import { expect, test } from 'vitest'
import { type Config, readConfig } from '../../src/app/config.ts'
import { exposedSettings } from '../../src/app/config-secrets.ts'

const configWith = (audioApiUrl: string, others: Readonly<Record<string, string>> = {}): Config => {
  const read = readConfig({
    ...others,
    DISCORD_TOKEN: 'discord-secret',
    AUDIO_API_URL: audioApiUrl,
    AUDIO_API_KEY: 'audio-secret',
    AUDIO_FILE_HOSTS: 'cdn.example',
    REDIS_URL: 'redis://redis:6379',
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.config
}

test.each([
  ['http://api.example', 1],
  ['http://10.0.0.7:8701', 1],
  ['http://localhost.example', 1],
  ['https://api.example', 0],
  ['http://localhost:8701', 0],
  ['http://127.0.0.1:8701', 0],
  ['http://[::1]:8701', 0],
])('the key on its way to %s is read by others: %d', (address, count) => {
  const exposed = exposedSettings(configWith(address))
  expect(exposed.map(({ name }) => name)).toEqual(count === 0 ? [] : ['AUDIO_API_URL'])
})

const slack = { SLACK_BOT_TOKEN: 'xoxb-secret', SLACK_APP_TOKEN: 'xapp-secret' }

test.each([
  ['DISCORD_API_URL', {}],
  ['SLACK_API_URL', slack],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret' }],
])('so are those that %s would send by plain http', (name, others) => {
  const exposed = exposedSettings(
    configWith('https://api.example', { ...others, [name]: 'http://a.example' }),
  )
  expect(exposed.map((setting) => setting.name)).toEqual([name])
})
