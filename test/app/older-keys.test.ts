import { expect, test } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { secretsOf } from '../../src/app/config-secrets.ts'

test('earlier keys of the audio service are a list, and the log leaves each out', () => {
  const read = readConfig({
    DISCORD_TOKEN: 'discord-secret',
    AUDIO_API_URL: 'https://audio.example',
    AUDIO_API_KEY: 'newest',
    AUDIO_API_KEYS_OLD: ' older,with-a-comma\n oldest ',
    AUDIO_FILE_HOSTS: 'files.audio.example',
    REDIS_URL: 'redis://127.0.0.1',
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  expect(read.config.audio.olderKeys).toEqual(['older,with-a-comma', 'oldest'])
  expect(secretsOf(read.config)).toEqual(expect.arrayContaining(['newest', 'older,with-a-comma', 'oldest']))
})
