import { afterAll, expect } from 'vitest'
import { languages, say, sourceLanguage } from '../../../src/core/texts/say.ts'

// Files share their process with others: whoever teaches it a language has one alone (vitest.config.ts).
afterAll(() => {
  expect(languages(), 'languages that the next file would know').toEqual([sourceLanguage])
  expect(say('your song')).toBe('your song')
})
