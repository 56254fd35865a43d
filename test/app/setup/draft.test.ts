import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleaned, openDraft, settingFault } from '../../../src/app/setup/draft.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-draft-'))
  path = join(folder, '.env')
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (file: string, environment = {}, given = {}) => {
  if (file !== '') writeFileSync(path, file)
  return openDraft({ path, environment, given })
}

const text = () => readFileSync(path, 'utf8')

test('flags count more than the environment, and that more than the file; an empty value is none', () => {
  const file = 'AUDIO_API_KEY=file\nDISCORD_TOKEN=file\nREDIS_URL=\nSLACK_BOT_TOKEN=file\n'
  const environment = { AUDIO_API_KEY: 'environment', DISCORD_TOKEN: 'environment', SLACK_BOT_TOKEN: '' }
  const draft = open(file, environment, { AUDIO_API_KEY: 'flag' })
  const names = ['AUDIO_API_KEY', 'DISCORD_TOKEN', 'SLACK_BOT_TOKEN', 'REDIS_URL'] as const
  expect(names.map(draft.value)).toEqual(['flag', 'environment', 'file', undefined])
  expect(draft.written('AUDIO_API_KEY')).toBe('file')
})

test('what is kept is saved wherever it came from, and what the file has is not written again', () => {
  const draft = open('# mine\nDISCORD_TOKEN=file\n', { AUDIO_API_KEY: ' key ' })
  draft.keep('DISCORD_TOKEN')
  expect(draft.save()).toEqual([])
  draft.keep('AUDIO_API_KEY')
  expect(draft.save()).toEqual(['AUDIO_API_KEY'])
  expect(draft.save()).toEqual([])
  expect(text()).toBe('# mine\nDISCORD_TOKEN=file\nAUDIO_API_KEY=key\n')
})

test('a value in a file of its own is read there, and kept there', () => {
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'key\n')
  const draft = open('', { AUDIO_API_KEY_FILE: secret })
  expect(draft.value('AUDIO_API_KEY')).toBe('key')
  draft.keep('AUDIO_API_KEY')
  draft.save()
  expect(text()).toContain(`AUDIO_API_KEY_FILE=${secret}\n`)
  expect(text()).not.toContain('AUDIO_API_KEY=key')
})

test('a file in the environment takes the place of a value in .env, since a setting may not be given twice', () => {
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'key\n')
  const draft = open('AUDIO_API_KEY=old\n', { AUDIO_API_KEY_FILE: secret })
  draft.keep('AUDIO_API_KEY')
  draft.save()
  expect(text()).toBe(`#AUDIO_API_KEY=old\nAUDIO_API_KEY_FILE=${secret}\n`)
})

test('a new value is told to be contradicted by a file in the environment', () => {
  const draft = open('', { AUDIO_API_KEY_FILE: '/missing/key' })
  draft.put('AUDIO_API_KEY', 'new')
  expect(draft.overridden()).toEqual(['AUDIO_API_KEY_FILE'])
})

test('a file that cannot be read is named', () => {
  const draft = open('AUDIO_API_KEY_FILE=/missing/key\n')
  expect(() => draft.value('AUDIO_API_KEY')).toThrow(
    'AUDIO_API_KEY_FILE names a file that cannot be read: /missing/key.',
  )
})

test('a new value counts more than a file of its own, and than the environment, which is told', () => {
  const draft = open('AUDIO_API_KEY_FILE=/missing/key\n', { DISCORD_TOKEN: 'old' })
  draft.put('AUDIO_API_KEY', 'new')
  draft.put('DISCORD_TOKEN', 'new')
  expect(draft.environment()).toEqual({ AUDIO_API_KEY: 'new', DISCORD_TOKEN: 'new' })
  draft.save()
  expect(text()).toBe('AUDIO_API_KEY=new\nDISCORD_TOKEN=new\n')
  expect(draft.overridden()).toEqual(['DISCORD_TOKEN'])
  expect(draft.saved()).toEqual(['AUDIO_API_KEY', 'DISCORD_TOKEN'])
})

test('a new file says where it is from', () => {
  const draft = open('')
  draft.put('REDIS_URL', 'redis://127.0.0.1:6379')
  draft.save()
  expect(text()).toBe(
    '# Written by "npm run setup". .env.example explains every setting.\nREDIS_URL=redis://127.0.0.1:6379\n',
  )
})

test.each([
  ['  token \n', 'token'],
  ['"token"', 'token'],
  ['DISCORD_TOKEN=token', 'token'],
  ['export DISCORD_TOKEN="token"', 'token'],
  ['Bot token', 'token'],
  ["'tok'en'", "tok'en"],
])('%j is pasted as %j', (pasted, value) => {
  expect(cleaned('DISCORD_TOKEN', pasted)).toBe(value)
})

test('a wrong form is named without the value', () => {
  expect(settingFault('SLACK_BOT_TOKEN', 'xoxp-secret')).toBe(
    'It must be a bot token, which begins with xoxb-.',
  )
  expect(settingFault('SLACK_BOT_TOKEN', 'xoxb-1')).toBeUndefined()
})
