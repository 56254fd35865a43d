import { expect, test } from 'vitest'
import { limits as discord } from '../../../src/bots/discord/render/limits.ts'
import { songPresets } from '../../../src/commands/features/fields/song-presets.ts'
import { music } from '../../../src/commands/features/music.ts'
import { lengthOf } from '../../../src/core/text/text.ts'

test('every preset makes a song that the form accepts, with each of its ideas', () => {
  for (const { values, ideas } of songPresets) {
    expect(ideas.length).toBeGreaterThan(1)
    for (const prompt of ideas) expect(music.prepare({ ...values, prompt })).toMatchObject({ ok: true })
  }
})

test('presets are told apart by their ids and names, and an idea can be read whole in a menu', () => {
  const ids = songPresets.map(({ id }) => id)
  const labels = songPresets.map(({ label }) => label)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(labels).size).toBe(labels.length)
  for (const id of ids) expect(id).toMatch(/^[a-z-]+$/)
  const slackDescriptionMax = 75 // https://docs.slack.dev/reference/block-kit/composition-objects/option-object
  for (const idea of songPresets.flatMap(({ ideas }) => ideas))
    expect(lengthOf(idea)).toBeLessThanOrEqual(Math.min(discord.selectOptionText, slackDescriptionMax))
})
