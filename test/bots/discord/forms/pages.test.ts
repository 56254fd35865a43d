import { describe, expect, test } from 'vitest'
import { pageWith } from '../../../../src/bots/discord/forms/form.ts'
import type { Form } from '../../../../src/core/command/answer.ts'
import { clips, fields, form, partNames } from './sample-form.ts'

describe('a form', () => {
  test('has everything else on the pages behind it, each thing once, and the last has no way on', () => {
    const pages = [0, 1, 2, 3].map((page) => partNames(form(), page))
    expect(pages).toEqual([
      ['source_upload', 'style', 'prompt', ':more'],
      ['lyrics', 'loud', 'mood', 'voice', ':more'],
      ['sum', 'pitch', 'start', 'page', ':more'],
      ['who', 'where', 'band'],
    ])
    expect(partNames(form(), 9)).toEqual(['who', 'where', 'band'])
  })

  test('has the same pages before and after a clip was uploaded on one of them', () => {
    const uploaded = { values: { source: '1' }, clips, askedFirst: ['source', 'prompt'] }
    const asked = (changes: Partial<Form>) =>
      [0, 1, 2, 3].map((page) =>
        partNames(form(changes), page).filter((name) => name !== 'source' && name !== 'source_upload'),
      )
    expect(asked(uploaded)).toEqual(asked({ missing: ['source', 'prompt'] }))
  })

  test('of five parts is one page', () => {
    const { style, prompt, lyrics, mood, voice } = fields
    expect(partNames(form({ fields: { style, prompt, lyrics, mood, voice } }))).toEqual([
      ...['style', 'prompt', 'lyrics', 'mood', 'voice'],
    ])
  })

  test.each([
    ['prompt', 0],
    ['voice', 1],
    ['page', 2],
    ['band', 3],
    ['nothing that it has', 0],
    [undefined, 0],
  ])('asks for %s on page %i', (name, page) => {
    expect(pageWith(form(), name)).toBe(page)
  })
})
