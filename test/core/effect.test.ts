import { expect, test } from 'vitest'
import { type Effect, effectNames, isEffectName, performed, withEffects } from '../../src/core/effect.ts'

const recording = () => {
  const names: string[] = []
  const effect: Effect = (name, perform) => {
    names.push(name)
    return perform()
  }
  return { names, effect }
}

test('no name is on the list twice', () => {
  expect(new Set(effectNames).size).toBe(effectNames.length)
})

test.each([
  ['store.ready', true],
  ['store.nothing', false],
  ['', false],
])('whether "%s" is on the list: %s', (name, isOne) => {
  expect(isEffectName(name)).toBe(isOne)
})

test('the effect of production performs once, and comes to what is performed', async () => {
  let count = 0
  const raise = async () => {
    count += 1
    return count
  }
  expect(await performed('store.ready', raise)).toBe(1)
  const failing = performed('store.ready', () => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  expect(count).toBe(1)
})

test('the methods of a port go by their names, and what changes nothing goes by none', async () => {
  const { names, effect } = recording()
  const port = {
    learn: (a: number, b: number) => Promise.resolve(a + b),
    read: () => Promise.resolve('seen'),
  }
  const acting = withEffects(effect, 'prices', port, ['read'])
  expect(await acting.learn(2, 3)).toBe(5)
  expect(await acting.read()).toBe('seen')
  expect(names).toEqual(['prices.learn'])
})

test('what is neither free nor on the list is not there', () => {
  const port = { learn: () => Promise.resolve(1), close: () => Promise.resolve() }
  expect(
    Object.keys(withEffects<'prices', Pick<typeof port, 'learn'>, never>(performed, 'prices', port, [])),
  ).toEqual(['learn'])
  // @ts-expect-error: prices.close is on no list
  withEffects(performed, 'prices', port, [])
})
