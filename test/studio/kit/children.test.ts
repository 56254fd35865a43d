import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Child, type ChildOptions, exitReport, spawnChild } from '../../../studio/kit/children.ts'

const parentProgram = fileURLToPath(new URL('../../support/fixtures/parent.ts', import.meta.url))
const stay = 'setInterval(() => {}, 60_000)'

let children: Child[] = []
let server: Server

const spawn = (program: string, options: Partial<ChildOptions> = {}): Child => {
  const child = spawnChild({ name: 'child', args: ['-e', program], ...options })
  children.push(child)
  return child
}

beforeEach(async () => {
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()))
  children = []
  server.close()
})

/** A program that holds a connection to the test for as long as it lives. */
const holdConnection = (): string =>
  `require('node:net').connect(${(server.address() as AddressInfo).port}, '127.0.0.1').on('error', () => {}); ${stay}`

const nextConnection = async (): Promise<Socket> => {
  const [socket] = await once(server, 'connection')
  socket.on('error', () => {})
  socket.resume()
  return socket
}

describe('a child process', () => {
  test('gets the environment it is given and, of ours, nothing but what says where things are', async () => {
    vi.stubEnv('TUNESMITH_TEST_SECRET', 'ours')
    onTestFinished(() => void vi.unstubAllEnvs())
    const child = spawn('console.log(Object.keys(process.env).sort().join())', { env: { GIVEN: 'yes' } })
    const names = (await child.line((line) => line.includes('GIVEN'))).split(',')
    expect(names).toContain('PATH')
    const known = ['GIVEN', 'PATH', 'TMPDIR', 'NODE_COMPILE_CACHE']
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  test('tells its first message over IPC', async () => {
    const child = spawn('process.send({ ready: true }); process.disconnect()', { ipc: true })
    expect(await child.message()).toEqual({ ready: true })
  })

  test('finds a line that was said before it was requested', async () => {
    const child = spawn('console.log("first"); console.log("second")')
    await child.exited
    expect(await child.line((line) => line.startsWith('f'))).toBe('first')
  })

  test('ends a wait with its last words when it dies first', async () => {
    const child = spawn('console.error("no token: set DISCORD_TOKEN"); process.exit(78)', { ipc: true })
    await expect(child.message()).rejects.toThrow('child ended with code 78\n  no token: set DISCORD_TOKEN')
    await expect(child.line(() => false)).rejects.toThrow('child ended with code 78')
    expect(await child.exited).toEqual({ code: 78, signal: null })
  })

  test('keeps the last lines and forgets the first', async () => {
    const child = spawn('for (let n = 1; n <= 100; n += 1) console.log(n)')
    await child.exited
    expect(child.lastLines()).toHaveLength(60)
    expect(child.lastLines().at(-1)).toBe('100')
  })

  test('ends by itself when it is asked to stop', async () => {
    const child = spawn(`process.on('SIGTERM', () => process.exit(3)); console.log('up'); ${stay}`)
    await child.line((line) => line === 'up')
    expect(await child.stop()).toEqual({ code: 3, signal: null })
  })

  test('is killed when it does not stop within its grace', async () => {
    const child = spawn(`process.on('SIGTERM', () => {}); console.log('up'); ${stay}`, { graceMs: 50 })
    await child.line((line) => line === 'up')
    expect(await child.stop()).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('is reported when its program does not exist', async () => {
    const child = spawn('', { program: '/nowhere/program', tether: 'watcher' })
    const exit = await child.exited
    expect(exitReport('studio', exit, child.lastLines())).toBe(
      'studio could not be started\n  spawn /nowhere/program ENOENT',
    )
  })
})

describe.each(['kernel', 'watcher'] as const)('with the %s as tether', (tether) => {
  test.runIf(tether === 'watcher' || process.platform === 'linux')(
    'a child ends when its parent is killed without warning',
    async () => {
      const connection = nextConnection()
      const parent = spawn('', { args: [parentProgram, 'child', tether, holdConnection()] })
      const socket = await connection
      const closed = once(socket, 'close')
      await parent.kill()
      await closed
      expect(socket.closed).toBe(true)
    },
  )
})
