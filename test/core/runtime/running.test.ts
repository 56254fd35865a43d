import { expect, test } from 'vitest'
import { stopAll } from '../../../src/core/runtime/running.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

test('what was started last is stopped first, and a failure stops nothing else', async () => {
  const stopped: string[] = []
  const log = createRecordingLog()
  const thing = (name: string, fails = false) => ({
    name,
    stop: async () => {
      stopped.push(name)
      if (fails) throw new Error('stuck')
    },
  })
  await stopAll([thing('Redis'), thing('queue', true), thing('Discord')], log)
  expect(stopped).toEqual(['Discord', 'queue', 'Redis'])
  expect(log.warnings()).toEqual(['queue did not stop cleanly'])
})
