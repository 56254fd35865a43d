import { expect, test } from 'vitest'
import { remix } from '../../../src/commands/features/remix.ts'
import { readCommandText } from '../../../src/core/command/command-text.ts'
import { readTakeName } from '../../../src/core/job-id.ts'

const take = { job: '3f2akd7c', number: 2 }

test.each([
  ...['`3f2akd7c.2` as jazz', '[3f2akd7c.2] as jazz', '(3f2akd7c.2) as jazz', '“3f2akd7c.2” as jazz'],
  ...['"3f2akd7c.2" as jazz', '*3f2akd7c.2* as jazz', '3f2akd7c.2, as jazz', '3f2akd7c.2: as jazz'],
  ...[
    'as jazz 3f2akd7c.2.',
    'as jazz (`3f2akd7c.2`)!',
    'clip:3f2akd7c.2. as jazz',
    'as jazz clip: 3f2akd7c.2.',
  ],
  ...['clip:`3f2akd7c.2` as jazz', 'clip:(3f2akd7c.2), prompt:as jazz', '`clip:3f2akd7c.2` as jazz'],
])('the take is the clip in %s', (typed) => {
  const { clip, ...others } = readCommandText(remix, typed).values
  expect(readTakeName(String(clip))).toEqual(take)
  expect(others).toEqual({ prompt: 'as jazz' })
})

test.each(['[song.2] as jazz', '`side.1`, as jazz', 'as jazz (track.3).'])('%s names no take', (typed) => {
  expect(readCommandText(remix, typed).values).toEqual({ prompt: typed })
})
