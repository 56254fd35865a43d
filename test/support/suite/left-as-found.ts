import { afterAll, expect, vi } from 'vitest'
import { languages, say, sourceLanguage } from '../../../src/core/text/say.ts'

// Files share a process; one that adds a language needs a process of its own (vitest.config.ts).

const settings = Object.keys(process.env)

afterAll(() => {
  expect(languages(), 'languages leaked to the next file').toEqual([sourceLanguage])
  expect(say('your song')).toBe('your song')
  expect(vi.isFakeTimers(), 'fake timers leaked to the next file').toBe(false)
  expect(Object.keys(process.env), 'environment variables leaked to the next file').toEqual(settings)
})
