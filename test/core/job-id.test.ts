import { describe, expect, test } from 'vitest'
import { isWholeTakeName, readTakeName, takeExample } from '../../src/core/job-id.ts'

const id = `b07x${'a2'.repeat(12)}z`

describe('the name of a take', () => {
  test.each([
    ['3f2akd7c.2', { job: '3f2akd7c', number: 2 }],
    [' #3F2AKD7C.1 ', { job: '3f2akd7c', number: 1 }],
    ['3f2a.12', { job: '3f2a', number: 12 }],
    [`${id}.2`, { job: id, number: 2 }],
    ['`3f2akd7c.2`,', { job: '3f2akd7c', number: 2 }],
    ['**[#3f2akd7c.2]**', { job: '3f2akd7c', number: 2 }],
    ['“3f2akd7c.2”.', { job: '3f2akd7c', number: 2 }],
    [takeExample, { job: '3f2akd7c', number: 2 }],
  ])('is read from %j', (text, name) => {
    expect(readTakeName(text)).toEqual(name)
  })

  test.each([
    ...[
      '',
      '3f2akd7c',
      '3f2akd7c.',
      '3f2akd7c.0',
      '3f2akd7c.-1',
      '3f2akd7c.100',
      '3f2akd7c.2.1',
      '.2',
      '`.2`',
    ],
    ...[
      '3f2.1',
      '3f2akd9c.1',
      'song.mp3',
      'https://example.com/a.2',
      '3f2akd7c.2 and more',
      `x${id}.2`,
      '(3f2akd7c).2',
    ],
  ])('is not %j', (text) => {
    expect(readTakeName(text)).toBeUndefined()
  })
})

describe('among other words', () => {
  test.each(['3f2akd7c.2', `${id}.1`, '`3f2akd7c.2`', '[3f2akd7c.2]:'])('%s can only be a take', (word) => {
    expect(isWholeTakeName(word)).toBe(true)
  })

  test.each(['song.2', '[song.2]', '`song.2`.', '3f2a.1', 'side.1', 'v2.1', 'tracklist.3'])(
    '%s may be any word',
    (word) => {
      expect(isWholeTakeName(word)).toBe(false)
    },
  )
})
