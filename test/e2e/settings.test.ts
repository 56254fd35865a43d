import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { spawnChild } from '../../sandbox/children.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

const run = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
  const child = spawnChild({
    name: 'bot',
    args: [program, ...args],
    env,
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  })
  const exit = await child.exited
  return { exit, output: child.lastLines().join('\n') }
}

test('a start without settings ends with 78 and names every variable and the way to try it without', async () => {
  const { exit, output } = await run({})
  expect(exit.code).toBe(78) // EX_CONFIG of sysexits.h
  for (const name of ['DISCORD_TOKEN', 'AUDIO_API_URL', 'AUDIO_API_KEY', 'AUDIO_FILE_HOSTS', 'REDIS_URL']) {
    expect(output).toContain(`${name} is missing`)
  }
  expect(output).toContain('npm run sandbox')
})

test('a role that does not exist ends with 78 and names the roles', async () => {
  const { exit, output } = await run({}, '--role', 'drummer')
  expect(exit.code).toBe(78)
  expect(output).toContain('all, bots, worker')
})
