import { describe, expect, test } from 'vitest'
import { createReader } from '../../../../sandbox/room/page/reader.ts'

/** A reader, what it found, and the readings that were begun, each to be answered by the test. */
const startReading = () => {
  const found: string[] = []
  const begun: PromiseWithResolvers<string>[] = []
  const readAnew = createReader<string>((key, value) => void found.push(`${key}: ${value}`))
  const read = (): Promise<string> => {
    const reading = Promise.withResolvers<string>()
    begun.push(reading)
    return reading.promise
  }
  return { found, begun, ask: (key: string) => readAnew(key, read) }
}

describe('what is read again', () => {
  test('is told of under its key', async () => {
    const { found, begun, ask } = startReading()
    const asked = ask('max')
    begun[0]?.resolve('three messages')
    await asked
    expect(found).toEqual(['max: three messages'])
  })

  test('is read one at a time, and once more for all that was asked for meanwhile', async () => {
    const { found, begun, ask } = startReading()
    const asked = ask('max')
    await Promise.all([ask('max'), ask('max')])
    expect(begun).toHaveLength(1)
    begun[0]?.resolve('three messages')
    await expect.poll(() => begun.length).toBe(2)
    begun[1]?.resolve('four messages')
    await asked
    expect(begun).toHaveLength(2)
    expect(found).toEqual(['max: three messages', 'max: four messages'])
  })

  test('is told to nobody where another key was asked for meanwhile', async () => {
    const { found, begun, ask } = startReading()
    const asked = ask('max')
    await ask('ada')
    begun[0]?.resolve('what only Max sees')
    await expect.poll(() => begun.length).toBe(2)
    begun[1]?.resolve('what Ada sees')
    await asked
    expect(found).toEqual(['ada: what Ada sees'])
  })

  test('is left as it is where it cannot be read, and read when it is asked for the next time', async () => {
    const { found, begun, ask } = startReading()
    const asked = ask('max')
    begun[0]?.reject(new Error('nobody there'))
    await asked
    expect(found).toEqual([])
    const again = ask('max')
    begun[1]?.resolve('three messages')
    await again
    expect(found).toEqual(['max: three messages'])
  })

  test('is read for what was asked for meanwhile also after it could not be read', async () => {
    const { found, begun, ask } = startReading()
    const asked = ask('max')
    await ask('max')
    begun[0]?.reject(new Error('nobody there'))
    await expect.poll(() => begun.length).toBe(2)
    begun[1]?.resolve('three messages')
    await asked
    expect(found).toEqual(['max: three messages'])
  })
})
