import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { firstRows } from '../support/suite/runs.ts'

// What sends signals to `npm start`: systemd to npm alone (KillMode=process) or to all, pm2 to npm alone, a terminal
// that is closed or interrupted to all.

let world: World
beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
})
afterAll(() => world.stop())

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

const sent = [
  ['npm alone', 'SIGTERM', 1],
  ['all', 'SIGINT', -1],
  ['all', 'SIGHUP', -1],
  ['npm alone', 'SIGINT', 1],
  ['all', 'SIGTERM', -1],
] as const

test.each(firstRows(3, sent))(
  '%s of npm start gets %s, and nothing stays behind',
  async (_, signal, sign) => {
    const { process: npm, httpUrl } = await world.startBot({
      platforms: ['slack'],
      slack: 'http',
      byNpm: true,
    })
    expect(await isUp(httpUrl)).toBe(true)
    process.kill(sign * Number(npm.pid), signal)
    await npm.exited
    expect(await isUp(httpUrl)).toBe(false)
    expect(npm.lastLines().join()).not.toContain('ended without waiting')
  },
)
