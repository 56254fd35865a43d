import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DiscordStandIn, startDiscord } from '../../sandbox/discord/stand-in.ts'
import { readTask, type Task } from '../../src/app/command-line/read-task.ts'
import type { OutsideOptions } from '../../src/app/doctor/outside-lanes.ts'
import { clockToleranceMs } from '../../src/app/redis-settings.ts'
import { exitCodeOf, reportOf } from '../../src/app/report.ts'
import { runDoctor } from '../../src/app/tasks/doctor.ts'
import { exportJournal } from '../../src/app/tasks/export-journal.ts'
import { grantCredits } from '../../src/app/tasks/grant.ts'
import { lookAfterServers } from '../../src/app/tasks/servers.ts'
import { microcredits } from '../../src/core/credits.ts'
import type { Check } from '../../src/core/doctor-check.ts'
import { accountOf } from '../../src/core/target.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { compiledFolder } from '../../studio/kit/caches.ts'
import { startClock } from '../../studio/kit/clock.ts'
import { target } from '../support/commands/invocation.ts'
import { soundMachine } from '../support/doctor/installation.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { follow } from '../support/redis/replica.ts'
import { dump, giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { createStrictWire } from '../support/sandbox/strict.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../support/service/scripted-server.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const account = accountOf(target())
const bucket = bucketOf(account)

let server: PrivateRedis
let world: StoreWorld
let audio: ScriptedServer
let discord: DiscordStandIn
const clock = startClock()

beforeAll(async () => {
  server = await startPrivateRedis()
  world = openStoreWorld({ url: server.url, prefix: '', now: Date.now })
  audio = await startScriptedServer({ reply: answers(200, { success: true, voices: [], total: 0 }) })
  discord = await startDiscord({ clock, wire: createStrictWire(clock) })
  // By the program itself, which has the catalogues of all languages.
  await runProgram(settings(), 'publish-commands')
})
afterAll(async () => {
  world.close()
  await discord.close()
  await audio.close()
  clock.stop()
  await server.stop()
})
beforeEach(async () => {
  await world.redis.flushall()
  await giveBudget(world, 10_000_000)
  await jobIn(world, 'posted')
})

/** Runs the program as an operator does, and answers with everything it wrote. */
const runProgram = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { NODE_COMPILE_CACHE: compiledFolder, ...env },
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { output, errors, code }
}

const outside: Check = { id: 'outside.files', run: async () => [{ verdict: 'ok', what: 'the outside' }] }

const ofDoctor = {
  environmentFile: '/nowhere/.env',
  machine: soundMachine,
  columns: undefined,
  version: '1.2.3',
}

/** What a program does that is given this to do, and the code that it ends with. */
const perform = async (task: Task, deps: Parameters<typeof grantCredits>[0], output: Writable) => {
  switch (task.kind) {
    case 'doctor':
      return runDoctor({ ...deps, ...ofDoctor, outsideChecks: async () => [outside] }, task.wish)
    case 'export_journal':
      await exportJournal({ ...deps, output }, task.range, task.format)
      return 0
    case 'grant':
      await grantCredits(deps, task.grant)
      return 0
    case 'servers':
      await lookAfterServers(deps, task.wish)
      return 0
    default:
      throw new Error(`${task.kind} is nothing that is done here`)
  }
}

/** The same in this process, which saves the time of a start. */
const run = async (environment: Readonly<Record<string, string>>, ...args: string[]) => {
  const written: string[] = []
  const write = (text: string): void => void written.push(text)
  const output = new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk))
      done()
    },
  })
  const deps = { environment, redisWaitMs: 5_000, write, now: Date.now, clockToleranceMs }
  try {
    const code = await perform(readTask(args), deps, output)
    return { output: written.join(''), errors: '', code }
  } catch (error) {
    return { output: written.join(''), errors: `${reportOf(error)}\n`, code: exitCodeOf(error) }
  }
}

const settings = () => ({
  DISCORD_TOKEN: discord.addresses.token,
  DISCORD_API_URL: discord.addresses.api,
  AUDIO_API_URL: audio.url,
  AUDIO_API_KEY: 'audio-key',
  AUDIO_FILE_HOSTS: audio.url,
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  REDIS_URL: server.url,
})
const redisAlone = () => ({ REDIS_URL: server.url, OPERATOR_SERVERS: 'any' })

describe('the doctor', () => {
  test('asks about a slip in a setting as one sentence', async () => {
    const { output, code } = await run({ ...settings(), OPERATOR_LIMITS: '3' }, 'doctor')
    expect(output).toContain('It is not a setting; did you mean OPERATOR_LIMIT? Set it in the environment')
    expect(code).toBe(1)
  })

  test('counts what is ok and ends with 0 where all is well, and changes nothing', async () => {
    const before = await dump(world)
    const { output, errors, code } = await runProgram(settings(), 'doctor', '--all')
    expect(output).toMatch(/^Settings +5 ok\n {2}ok {7}settings\.valid +all settings are valid\n/)
    expect(output).toContain('all balances match the journal (4 lines)\n')
    // Whoever runs the tests may be root, whose own line has a test of its own.
    expect(output.replace(/^ {2}warning {2}machine\.user.*$/m, '')).not.toMatch(/^ {2}(warning|failed)/m)
    expect({ errors, code }).toEqual({ errors: '', code: 0 })
    const counted = /^\{key:\w+\}:lookup|^\{operator\}:probe$/
    const after = Object.entries(await dump(world)).filter(([key]) => !counted.test(key))
    expect(Object.fromEntries(after)).toEqual(before)
  })

  test('names what differs and ends with 1', async () => {
    await world.redis.hset(world.keys.account(account), 'posted|once', 7)
    const { output, code } = await runProgram(settings(), 'doctor')
    expect(output).toMatch(/^ {2}failed {3}money\.books +the books$/m)
    expect(output).toContain(
      `${bucket}, ${account}, once: posted is 7, by the journal 0. See "When the books differ" in docs/operating/money.md.\n`,
    )
    expect(code).toBe(1)
  })

  test('names every setting that cannot be used, and looks at Redis anyway', async () => {
    const { output, code } = await run({ ...redisAlone(), HTTP_PORT: 'eighty' }, 'doctor', '--all')
    for (const name of ['DISCORD_TOKEN', 'AUDIO_API_URL', 'AUDIO_API_KEY', 'AUDIO_FILE_HOSTS', 'HTTP_PORT'])
      expect(output).toMatch(new RegExp(`^ {2}failed {3}settings\\.valid +${name}$`, 'm'))
    expect(output).toContain('all balances match the journal')
    expect(code).toBe(1)
  })

  test('looks at the audio service each time that somebody runs it, up to five times a minute', async () => {
    const looks: string[] = []
    const outsideChecks = async (_: unknown, { spendLookup }: OutsideOptions) => {
      const run = async () => {
        looks.push((await spendLookup({ for: 'service' })).status)
        return []
      }
      return [{ id: 'audio.api', run }] as const
    }
    const rest = { redisWaitMs: 5_000, write: () => undefined, now: Date.now, clockToleranceMs, ...ofDoctor }
    const wish = { isFixing: false, isJson: false, isStrict: false, isWhole: false }
    for (let run = 0; run < 6; run += 1)
      await runDoctor({ environment: settings(), outsideChecks, ...rest }, wish)
    expect(looks).toEqual([...Array.from({ length: 5 }, () => 'spent'), 'wait'])
  })

  test('says when nobody answers, without the password, and looks outside anyway', async () => {
    const { output, errors, code } = await run(
      { ...settings(), REDIS_URL: 'redis://:secret-word@127.0.0.1:1' },
      'doctor',
      '--all',
    )
    expect(output).toMatch(
      /failed {3}redis\.reached +Redis\n +Redis did not answer within 5 s\. Is it running\? Check REDIS_URL\./,
    )
    expect(output).toContain('the outside\n')
    expect(output).toMatch(/\d+ skipped\n$/)
    expect(output + errors).not.toContain('secret-word')
    expect(code).toBe(1)
  })
})

describe("the operator's credits", () => {
  const personal = 'discord:@101'
  const ledger = (...args: string[]) => run(redisAlone(), 'ledger', ...args)
  const gift = ['--account', personal, '--credits', '5', '--reason', 'for testing', '--id', 'gift-1']

  test('reach an account that has nothing, once, however often they are given', async () => {
    expect(await ledger('give', ...gift)).toEqual({
      output: `${personal} has 5 credits left until its next reset.\n`,
      errors: '',
      code: 0,
    })
    expect((await ledger('give', ...gift)).output).toContain('This was already done and counts only once.')
    expect(await world.budgets.read(personal)).toMatchObject({ limit: 0, period: 'once', left: 5_000_000 })
    const journal = await ledger('export', '--account', personal, '--format', 'ndjson')
    expect(journal.output).toContain('"reason":"for testing"')
    expect(journal.output).toContain('"actor":"operator"')
  })

  test('are added to the limit that an admin has set', async () => {
    const server = 'discord:102'
    const change = { account: server, eventId: 'e1', actor: 'admin', reason: undefined } as const
    await world.budgets.setLimit({ ...change, limit: microcredits(10_000_000) })
    await ledger('give', '--account', server, '--credits', '1')
    expect(await world.budgets.read(server)).toMatchObject({ limit: 10_000_000, granted: 1_000_000 })
  })

  test('begin with what a new server begins with', async () => {
    const env = { ...redisAlone(), OPERATOR_NEW_SERVER_CREDITS: '2' }
    const { output } = await runProgram(env, 'ledger', 'give', '--account', 'slack:T9', '--credits', '1')
    expect(output).toContain('slack:T9 has 3 credits left')
  })

  test('are taken, but no more than there are', async () => {
    await ledger('give', ...gift)
    expect((await ledger('take', '--account', personal, '--credits', '2')).output).toContain(
      'has 3 credits left',
    )
    const { errors, code } = await ledger('take', '--account', personal, '--credits', '4')
    expect(errors).toContain('At most 3 credits can be taken.')
    expect(code).toBe(78)
  })

  test.each([
    [
      ['give', ...gift.slice(0, 2), '--credits', '6', '--id', 'gift-1'],
      'This --id was used for another change',
    ],
    [
      ['take', '--account', 'slack:T2', '--credits', '1'],
      'slack:T2 has no limit, so there is nothing to take.',
    ],
  ])('are refused with the reason: %j', async (args, problem) => {
    await ledger('give', ...gift)
    const { errors, code } = await ledger(...args)
    expect(errors).toContain(problem)
    expect(code).toBe(78)
  })
})

describe('the export', () => {
  test('is CSV with a heading and a line for each change, and needs no setting but those of Redis', async () => {
    const { output, errors, code } = await run(redisAlone(), 'ledger', 'export')
    const rows = output.split('\r\n').map((row) => row.split(','))
    expect(rows.map(([, , , operation]) => operation)).toEqual([
      'operation',
      ...['limit', 'hold', 'adjust', 'settle'],
      undefined,
    ])
    expect({ errors, code }).toEqual({ errors: '', code: 0 })
  })

  test('that a full disk cuts off says so without a stack, and ends with 1', async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [program, 'ledger', 'export'], {
      env: { NODE_COMPILE_CACHE: compiledFolder, ...redisAlone() },
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    if (child.stderr === null) throw new Error('stderr is not piped')
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(errors).toMatch(/^The output could not be written \(ENOSPC\).*\n$/)
    expect(code).toBe(1)
  })

  test('is NDJSON where that is requested, and comes whole when it is long', async () => {
    for (let number = 0; number < 60; number += 1) await jobIn(world, 'voided')
    const { output, code } = await runProgram(redisAlone(), 'ledger', 'export', '--format', 'ndjson')
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines).toHaveLength(4 + 120)
    expect(lines[1]).toMatchObject({ operation: 'hold', account, credits: 200_000, version: 1 })
    expect(code).toBe(0)
  })

  test.each([
    [['--account', account], 4],
    [['--account', 'slack:T1'], 0],
    [['--since', '2100-01-01'], 0],
    [['--until', '2020-01-01'], 0],
    [['--since', '2020-01-01', '--until', '2100-01-01'], 4],
  ])('has what is requested: %j', async (args, count) => {
    const { output } = await run(redisAlone(), 'ledger', 'export', '--format', 'ndjson', ...args)
    expect(output.split('\n').filter((line) => line !== '')).toHaveLength(count)
  })

  test('ends quietly when nobody reads on', async () => {
    const child = spawn(process.execPath, [program, 'ledger', 'export'], {
      env: { NODE_COMPILE_CACHE: compiledFolder, ...redisAlone() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    const errors = text(child.stderr)
    const [code] = await once(child, 'exit')
    expect({ code, errors: await errors }).toEqual({ code: 0, errors: '' })
  })

  test.each([
    [['export', '--since', '2026-02-30'], '--since must be a day'],
    [['eat'], '"ledger eat" is unknown'],
  ])('that is asked for wrongly (%j) ends with 78 and says how', async (args, problem) => {
    const { output, errors, code } = await run(redisAlone(), 'ledger', ...args)
    expect(errors).toContain(problem)
    expect({ output, code }).toEqual({ output: '', code: 78 })
  })

  test('without Redis ends with 78 and names the setting', async () => {
    const { errors, code } = await runProgram({}, 'ledger', 'export')
    expect(errors).toContain('A Redis setting is missing')
    expect(code).toBe(78)
  })
})

describe('servers that may spend', () => {
  const closed = () => ({ ...redisAlone(), OPERATOR_SERVERS: '' })
  const servers = (...args: string[]) => run(closed(), 'servers', ...args)

  test('are listed with their ceilings and what they used, let in and removed', async () => {
    expect((await servers('list')).output).toMatch(
      new RegExp(`^${account}  no ceiling  \\d\\.\\d\\d credits used this month\\n$`),
    )
    const { output } = await servers('allow', 'discord:102', '--credits', '2.5')
    expect(output).toContain('discord:102 is let in, up to 2.50 credits a month.')
    expect((await servers('list')).output).toContain(
      'discord:102  at most 2.50 credits a month  0 credits used this month\n',
    )
    await world.redis.hset(world.keys.ownKeys, 'discord:102', 'key-1')
    expect((await servers('list')).output).toContain(
      'discord:102  pays with its own API key  0 credits used this month\n',
    )
    expect((await servers('remove', 'discord:102')).output).toContain('can no longer spend anything.')
    expect((await servers('list')).output).toContain(
      'discord:102  removed; npm run servers -- allow discord:102 lets it in again\n',
    )
  })

  test.each([
    ['discord:102', /^(?!.*OPERATOR_SERVERS also)/s],
    ['discord:102,discord:5', /OPERATOR_SERVERS also lets in discord:5\.\n/],
    ['any', /OPERATOR_SERVERS=any lets every server in but those removed\.\n/],
  ])(
    'are listed as removed, also where OPERATOR_SERVERS=%s lets them in',
    async (OPERATOR_SERVERS, named) => {
      const env = { ...redisAlone(), OPERATOR_SERVERS }
      const { output } = await run(env, 'servers', 'remove', 'discord:102')
      expect(output).toContain('can no longer spend anything, although OPERATOR_SERVERS lets it in.')
      const list = (await run(env, 'servers', 'list')).output
      expect(list).toMatch(named)
      expect(list).toContain(
        'discord:102  removed, although OPERATOR_SERVERS lets it in; npm run servers -- allow',
      )
    },
  )

  test('named by the settings are told beside them', async () => {
    const env = { ...redisAlone(), OPERATOR_SERVERS: 'discord:5,slack:T1' }
    const { output } = await run(env, 'servers', 'list')
    expect(output).toContain('OPERATOR_SERVERS also lets in discord:5, slack:T1.')
    expect((await run(redisAlone(), 'servers', 'list')).output).toContain(
      'OPERATOR_SERVERS=any lets every server in.',
    )
  })

  test('spend nothing while all is paused, which the list says first', async () => {
    const notice = 'Back at 6 pm.'
    expect((await servers('pause', '--notice', notice)).output).toContain(
      'All spending is paused, with the notice “Back at 6 pm.”. To end that: npm run servers -- resume',
    )
    expect((await servers('list')).output).toMatch(/^All spending is paused/)
    expect((await servers('resume')).output).toBe('Resumed. Paid requests work again.\n')
    expect((await servers('list')).output).not.toContain('paused')
  })

  test('have to be let in before they are given anything', async () => {
    const give = ['ledger', 'give', '--account', 'discord:102', '--credits', '1']
    const { errors, code } = await run(closed(), ...give)
    expect(errors).toContain('discord:102 is not let in yet. First run: npm run servers -- allow discord:102')
    expect(code).toBe(78)
    await servers('allow', 'discord:102')
    expect((await run(closed(), ...give)).output).toContain('discord:102 has 1.20 credits left')
  })
})

describe('a task that Redis does not let through', () => {
  const commands = [
    ['servers', 'allow', 'discord:102'],
    ['ledger', 'give', '--account', 'discord:103', '--credits', '1'],
  ]

  test.each(commands)('is told of a full memory, with the mend: %s %s', async (...args) => {
    await world.redis.config('SET', 'maxmemory', '1')
    try {
      const { errors, code } = await run(redisAlone(), ...args)
      expect(errors).toBe('Redis is out of memory (OOM). Raise its maxmemory, or free some of its memory.\n')
      expect(code).toBe(1)
    } finally {
      await world.redis.config('SET', 'maxmemory', '0')
    }
  })

  test.each(commands)('is told of a replica, with the mend: %s %s', async (...args) => {
    const primary = await startPrivateRedis()
    const copy = await startPrivateRedis()
    try {
      await follow(copy, primary)
      const { errors } = await run({ ...redisAlone(), REDIS_URL: copy.url }, ...args)
      expect(errors).toMatch(
        /^Redis is a replica, which takes no writes \(READONLY\)\. Let REDIS_URL lead to/,
      )
    } finally {
      await copy.stop()
      await primary.stop()
    }
  })

  test('is told by how much the clocks are apart', async () => {
    const deps = { environment: redisAlone(), redisWaitMs: 5_000, write: () => undefined, clockToleranceMs }
    const grant = {
      account,
      way: 'give',
      credits: microcredits(1),
      reason: undefined,
      id: undefined,
    } as const
    const wrong = grantCredits({ ...deps, now: () => Date.now() - 600_000 }, grant)
    await expect(wrong).rejects.toThrow(
      /the clock of this machine is (?:599|600)\d{3} ms behind Redis'; set both/,
    )
  })
})
