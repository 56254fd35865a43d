import { describe, expect, test } from 'vitest'
import { remix } from '../../../src/commands/features/remix.ts'
import { fieldsOf } from '../../../src/core/command/command.ts'
import { readRequest } from '../../../src/core/command/command-text.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'
import { allCommands } from '../../support/commands/commands.ts'

const valuesOf = (typed: string) => readRequest(allCommands, `remix ${typed}`).values

const problemWith = (clip: string): string | undefined => {
  const read = readValues(fieldsOf(remix, undefined), { clip, prompt: 'as jazz' })
  return read.ok ? undefined : read.problems.map(({ text }) => text).join('\n')
}

const onDevice = (path: string) => `Clip: ${path} is on your own device. Upload the file instead.`
const bare = (address: string) =>
  `Clip: ${address} isn't a full link. Start it with https://, or upload the file.`

describe('what was meant as a clip and is no link', () => {
  test.each([
    ['C:\\Users\\me\\song.mp3', onDevice('C:\\Users\\me\\song.mp3')],
    ['d:/song.mp3', onDevice('d:/song.mp3')],
    ['file:///C:/Users/me/song.mp3', onDevice('file:///C:/Users/me/song.mp3')],
    ['~/Music/song.mp3', onDevice('~/Music/song.mp3')],
    ['example.com/a.mp3', bare('example.com/a.mp3')],
    ['example.com/a.MP3?key=secret', bare('example.com/a.MP3')],
    ['www.example.com/songs/a', bare('www.example.com/songs/a')],
  ])('is named: %s', (typed, text) => {
    expect(valuesOf(`${typed} as jazz`)).toEqual({ clip: typed, prompt: 'as jazz' })
    expect(problemWith(typed)).toBe(text)
  })

  test('gives way to a clip', () => {
    expect(valuesOf('like example.com/a.mp3 https://b.example/b.mp3')).toEqual({
      clip: 'https://b.example/b.mp3',
      prompt: 'like example.com/a.mp3',
    })
  })

  test.each(['feat.anna/ben', 'like song.mp3', '9/8', 'w/ drums', 'file: x', 'a:b', 'www.', 'example.com'])(
    'is no word such as in %j',
    (typed) => {
      expect(valuesOf(typed)).toEqual({ prompt: typed })
    },
  )
})
