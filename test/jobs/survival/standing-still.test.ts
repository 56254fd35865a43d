import { describe, expect, test } from 'vitest'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { createMortalWorker, effectsOfAJob } from '../../support/jobs/crash.ts'
import { openJobWorld } from '../../support/jobs/job-world.ts'
import { expectVerdict } from '../../support/jobs/verdict.ts'

const stepsAtOnce = 10
const stillMs = 90_000
const minuteMs = 60_000

const effects = await effectsOfAJob(await openJobWorld())

/**
 * Let go on there, it sees that its time is over before it sends anything, and takes back that it may
 * have. Another worker has taken it for sent by then, as everywhere between there and the answer,
 * which brings the result all the same.
 */
const seesItsTimeIsOver = (effect: number): boolean => {
  const first = effects.indexOf('store.outlivesFailover')
  return effect === first || effect === first + 1
}

// Before one effect is after the last one, so these are all the places at which a process can stand still.
describe('row 11, stopped (SIGSTOP) for 90 seconds, while another worker takes over, then let go on', () => {
  test.each(effects.map((name, effect) => ({ name, effect })))(
    'before effect $effect, $name: never bought or said twice',
    async ({ effect }) => {
      const world = await openJobWorld()
      const { promise: letGoOn, resolve } = Promise.withResolvers<void>()
      const stopped = createMortalWorker(world.deps, { effect, when: 'before' }, letGoOn)
      await world.queue.work(stopped.handler, stepsAtOnce)
      await world.start()
      await world.queue.run()
      expect(stopped.isDead()).toBe(true)
      world.queue.lose()
      await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
      await world.runWithSweeps(world.clock.now() + stillMs, stillMs / 6)
      resolve()
      await stopped.rest()
      await world.runWithSweeps(world.clock.now() + 10 * minuteMs, minuteMs)
      const text = seesItsTimeIsOver(effect)
        ? /interrupted before your request could start\. Nothing was charged/
        : /^Your song is ready/
      await expectVerdict(world, { submissions: seesItsTimeIsOver(effect) ? 0 : 1, texts: [text] })
      world.close()
    },
  )
})
