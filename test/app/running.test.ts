import { describe, expect, test } from 'vitest'
import { createStopping, type Running, stopAll } from '../../src/app/running.ts'
import { createRecordingLog } from '../support/recording-log.ts'

const stage = () => {
  const stopped: string[] = []
  const log = createRecordingLog()
  const thing = (name: string, kind: Running['kind'], stop = () => Promise.resolve()): Running => ({
    name,
    kind,
    async stop() {
      stopped.push(name)
      await stop()
    },
  })
  return { stopped, log, thing }
}

const forever = () => new Promise<void>(() => undefined)

describe('everything that runs is stopped', () => {
  test('in reverse order, and a failure stops nothing else', async () => {
    const { stopped, log, thing } = stage()
    const stuck = thing('queue', 'rest', () => Promise.reject(new Error('stuck')))
    await stopAll([thing('Redis', 'rest'), stuck, thing('Discord', 'rest')], log)
    expect(stopped).toEqual(['Discord', 'queue', 'Redis'])
    expect(log.warnings()).toEqual(['queue did not stop cleanly'])
  })

  test('after what lets work in has finished what it has in hand, all of it at once', async () => {
    const { stopped, log, thing } = stage()
    const inHand = Promise.withResolvers<void>()
    const all = stopAll(
      [
        ...[thing('Redis', 'rest'), thing('steps', 'intake', () => inHand.promise), thing('HTTP', 'rest')],
        thing('Discord', 'intake'),
      ],
      log,
    )
    expect(stopped).toEqual(['steps', 'Discord'])
    inHand.resolve()
    await all
    expect(stopped).toEqual(['steps', 'Discord', 'HTTP', 'Redis'])
  })
})

describe('a program that is asked to stop', () => {
  const open = (stop: () => Promise<void>, wait: (spanMs: number) => Promise<void>) => {
    const { log, thing } = stage()
    const exited = Promise.withResolvers<number>()
    const clock = { nowMs: 0 }
    const stopping = createStopping({
      running: [thing('steps', 'intake', stop)],
      log,
      withinMs: 24_000,
      wait,
      now: () => clock.nowMs,
      exit: exited.resolve,
    })
    return { stopping, log, clock, exited: exited.promise }
  }

  test('ends with 0 when all has stopped', async () => {
    const { stopping, exited } = open(() => Promise.resolve(), forever)
    expect(stopping.isStopping()).toBe(false)
    stopping.stop('SIGTERM')
    expect(stopping.isStopping()).toBe(true)
    expect(await exited).toBe(0)
  })

  test('ends with 0 when its time is over, whatever hangs', async () => {
    const waited: number[] = []
    const wait = (spanMs: number) => Promise.resolve(void waited.push(spanMs))
    const { stopping, exited } = open(forever, wait)
    stopping.stop('SIGTERM')
    expect(await exited).toBe(0)
    expect(waited).toEqual([24_000])
  })

  test('ends at once when it is asked again, and says so', async () => {
    const { stopping, exited, log, clock } = open(forever, forever)
    stopping.stop('SIGTERM')
    clock.nowMs += 1_000
    stopping.stop('SIGINT')
    expect(await exited).toBe(1)
    expect(log.warnings()).toEqual(['ended without waiting'])
  })

  test('takes the Ctrl-C that npm passes on for the one that the terminal sent', async () => {
    const stopped = Promise.withResolvers<void>()
    const { stopping, exited, clock } = open(() => stopped.promise, forever)
    stopping.stop('SIGINT')
    clock.nowMs += 999
    stopping.stop('SIGINT')
    stopped.resolve()
    expect(await exited).toBe(0)
  })
})
