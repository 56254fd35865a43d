import { afterAll, expect, vi } from 'vitest'
import { languages, say, sourceLanguage } from '../../../src/core/texts/say.ts'

// Files share their process with others: whoever teaches it a language has one alone (vitest.config.ts).

const settings = Object.keys(process.env)

afterAll(() => {
  expect(languages(), 'languages that the next file would know').toEqual([sourceLanguage])
  expect(say('your song')).toBe('your song')
  expect(vi.isFakeTimers(), 'a clock that the next file would stand still with').toBe(false)
  expect(Object.keys(process.env), 'settings that the next file would have').toEqual(settings)
})
