import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { effectNames } from '../../src/core/effect.ts'
import { excuses, forgotten } from './unmet.ts'

const project = new URL('../../', import.meta.url)

test.each(Object.entries(excuses))(
  'that no scenario has %s is made up for by a test that is there',
  async (_, { shownBy }) => {
    const [file, name] = shownBy
    expect(await readFile(new URL(file, project), 'utf8')).toContain(name)
  },
)

test('an effect that is neither met nor excused is forgotten', () => {
  const met = new Set(effectNames.filter((name) => name !== 'store.recover'))
  expect(forgotten(met)).toEqual(['store.recover'])
  expect(forgotten(new Set(effectNames))).toEqual([])
})

test('what moves a job is excused from being met only where it moves no money', () => {
  const moving = Object.keys(excuses).filter((name) => /^(store|places|queue)\./.test(name))
  expect(moving).toEqual(['store.failed', 'places.release', 'store.drop', 'places.resume', 'store.correct'])
})
