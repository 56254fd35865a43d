import { expect, test } from 'vitest'
import { randomFrom } from '../../../studio/music/random.ts'
import { titleOf } from '../../../studio/music/words/title.ts'

// What a person would say that the piece is about, or which kind it is where it is about nothing.
test.each([
  ['a song about rivers', 'Rivers'],
  ['As a country song about trucks', 'Trucks'],
  ['Turn this into a synthwave track with heavy drums', 'Heavy Drums'],
  ['a calm acoustic version with guitar', 'Acoustic Guitar'],
  ['replace it with a saxophone solo', 'Saxophone'],
  ['transform it into a sea shanty', 'Sea Shanty'],
  ['a sea shanty about compilers', 'Compilers'],
  ['a song about the sea', 'Sea'],
  ['as bossa nova', 'Bossa Nova'],
  ['lo-fi hip hop', 'Lo-fi Hip Hop'],
  ['a song about the sea and lost friends', 'Sea'],
  ['make it sound like a lullaby', 'Lullaby'],
  ['a techno remix of this', 'Techno Remix'],
  ['techno', 'Techno'],
  ['cover', 'Cover'],
  ['make it', 'Make It'],
  ['🎉', '🎉'],
])('the title of "%s" names %s and no word of the request', (prompt, topic) => {
  const [one, other] = [1, 2].map((take) => titleOf('', prompt, take, randomFrom(prompt)))
  expect(one).not.toBe(other)
  for (const title of [one, other]) {
    const words = title?.replace(/^(The Ballad of|Ode to|Beyond|Midnight|All About|Letters to) /, '')
    expect(words?.replace(/ (at Dawn|Forever|in Blue|and Gold)$/, '')).toBe(topic)
  }
})
