import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { buckets } from '../../../src/redis/keys.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** A script that Redis knows: by which digest, after what was done to it. */
export interface KnownScript {
  real: string
  source: string
  name: string
}

/** What all processes of a day know of their Redis. */
export interface RedisOfTheDay {
  redis: Redis
  /** Buckets in which anything can lie; a look into another is answered without asking. */
  usedBuckets: ReadonlySet<string>
  /** Makes what a script says something else. */
  tamper: (source: string) => string
  /** By the digest of the script as it is. */
  known: Map<string, KnownScript>
  now(): number
  violate(text: string): void
}

const looks = new Set(['zrangebyscore', 'zrangebylex'])
const plain = new Set([
  'hexists',
  'hgetall',
  'hget',
  'hmget',
  'get',
  'set',
  'zrange',
  'zscore',
  'zlexcount',
  'lrange',
  ...looks,
])

const digestOf = (source: string): string => createHash('sha1').update(source).digest('hex')

/** Each script's file begins with what it is called; what several share comes before. */
const nameOf = (source: string): string => [...source.matchAll(/^-- ([A-Z ]+): /gm)].at(-1)?.[1] ?? 'script'

const stepArguments = z
  .string()
  .transform((text, { issues }): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      issues.push({ code: 'custom', input: text })
      return z.NEVER
    }
  })
  .pipe(z.object({ epoch: z.string() }))

/** The epoch of the step that a script is run for; undefined where it is for none. */
const epochIn = (args: readonly unknown[]): string | undefined =>
  stepArguments.safeParse(args.at(-1)).data?.epoch

/**
 * A record, but for how often in a row it was taken up: a step that was
 * overtaken takes its own count off that.
 */
const contentsOf = async (redis: Redis, key: string): Promise<Readonly<Record<string, string>>> => {
  const { pickups: _pickups, 'did|overtaken': _mark, ...contents } = await redis.hgetall(key)
  return contents
}

const noScript = (): Promise<never> => Promise.reject(new Error('NOSCRIPT No matching script.'))

const unusedBuckets = (used: ReadonlySet<string>): readonly string[] =>
  buckets.filter((bucket) => !used.has(bucket)).map((bucket) => `{${bucket}}`)

/**
 * A process' own connection: the real Redis, in virtual time. Each command is an act.
 */
export const createConnections = (day: RedisOfTheDay) => {
  const { redis, known, tamper, now, violate } = day
  const unused = unusedBuckets(day.usedBuckets)

  const run = async ({ real, source }: KnownScript, args: readonly (string | number)[]): Promise<unknown> => {
    try {
      return await redis.call('evalsha', real, ...args)
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error
      return redis.call('eval', source, ...args)
    }
  }

  /**
   * A step that is over writes nothing, unless it sent the paid request and
   * only it can know what came of that.
   */
  const runStep = async (script: KnownScript, args: readonly (string | number)[]): Promise<unknown> => {
    const epoch = epochIn(args)
    if (epoch === undefined) return run(script, args)
    const key = String(args[1])
    const [state = '', current, sender] = await redis.hmget(key, 'state', 'epoch', 'submit_epoch')
    // Where it was booked before, the answer still names the task, or that nothing was bought
    // is still said, and nothing more.
    const isOpen = state === 'submitting' || state === 'uncertain'
    const saysLate = state === 'booked' && ['SUBMITTED', 'RETURN', 'VOID'].includes(script.name)
    const isSender = sender === epoch && (isOpen || saysLate)
    if (epoch === current || isSender) return run(script, args)
    const before = await contentsOf(redis, key)
    const reply = await run(script, args)
    if (!isDeepStrictEqual(await contentsOf(redis, key), before))
      violate(`${script.name} wrote for a step that was over (${epoch}, and it is ${current})`)
    return reply
  }

  /** A step that is over may have its last words repeated: that changes when the job is woken, and nothing else. */
  const runNews = async (script: KnownScript, args: readonly (string | number)[]): Promise<unknown> => {
    const key = String(args[1])
    const lasting = async () => {
      const contents = await contentsOf(redis, key)
      const { news_until: _news, old_news_until: _old, repeat_due: _due, wake: _wake, ...rest } = contents
      const { epoch: _epoch, ...ofAnyStep } = rest
      return rest.epoch === epochIn(args) ? rest : ofAnyStep
    }
    const before = await lasting()
    const reply = await run(script, args)
    if (!isDeepStrictEqual(await lasting(), before)) violate('news of an edit changed more than a wake-up')
    return reply
  }

  /** To wake a job changes neither its state nor whose it is. */
  const runWaking = async (script: KnownScript, args: readonly (string | number)[]): Promise<unknown> => {
    const standing = async () => (await redis.hmget(String(args[1]), 'state', 'epoch')).join(' ')
    const before = await standing()
    const reply = await run(script, args)
    const after = await standing()
    if (before !== after) violate(`a job that was ${before} is ${after}, though it was only woken`)
    return reply
  }

  /** To give a place back takes no other job's, and none that the same job took under another epoch. */
  const runReleasing = async (script: KnownScript, args: readonly (string | number)[]): Promise<unknown> => {
    const leases = () => redis.zrangebyscore(String(args[1]), `(${now()}`, '+inf')
    const before = await leases()
    const reply = await run(script, args)
    const after = new Set(await leases())
    const lost = before.filter((lease) => lease !== args.at(-1) && !after.has(lease))
    if (lost.length > 0)
      violate(`the line: ${args.at(-1)} was given back, and ${lost.join()} is gone as well`)
    return reply
  }

  /** After a look at the line no place is kept any more for who did not come in time. */
  const runTending = async (script: KnownScript, args: readonly (string | number)[]): Promise<unknown> => {
    const reply = await run(script, args)
    const lapsed = await redis.zrangebyscore(String(args[4]), '-inf', String(args[Number(args[0]) + 1]))
    if (lapsed.length > 0) violate(`the line: a place is still kept for ${lapsed.join()}, who did not come`)
    return reply
  }

  const runners = {
    NEWS: runNews,
    HINT: runWaking,
    REWAKE: runWaking,
    'RELEASE PLACE': runReleasing,
    'TEND LINE': runTending,
  }
  const runnerOf = ({ name }: KnownScript) =>
    Object.hasOwn(runners, name) ? runners[name as keyof typeof runners] : runStep

  const callScript = (process: SimulatedProcess, script: KnownScript, args: readonly (string | number)[]) =>
    process.act('redis', script.name, async () => {
      return runnerOf(script)(script, args)
    })

  const evalsha = (process: SimulatedProcess, digest: string, args: readonly (string | number)[]) => {
    const script = known.get(digest)
    return script === undefined ? noScript() : callScript(process, script, args)
  }

  const evaluate = (process: SimulatedProcess, text: string, args: readonly (string | number)[]) => {
    const source = tamper(text)
    const name = nameOf(text)
    const script = { name, source, real: digestOf(source) }
    known.set(digestOf(text), script)
    return callScript(process, script, args)
  }

  const isUnused = (name: string, [key]: readonly unknown[]): boolean =>
    looks.has(name) && unused.some((bucket) => String(key).includes(bucket))

  type Read = [name: string, ...args: (string | number)[]]

  /** Reads in one write to the socket are one act; nothing is in the buckets that nobody uses. */
  const readTogether = async (process: SimulatedProcess, reads: readonly Read[]) => {
    for (const [name] of reads) if (!plain.has(name)) throw new Error(`no pipeline is known to have ${name}`)
    const asked = reads.filter(([name, ...args]) => !isUnused(name, args))
    const replies =
      asked.length === 0
        ? []
        : ((await process.act('redis', 'reads', () => redis.pipeline(asked).exec())) ?? [])
    return reads.map((read) => {
      const index = asked.indexOf(read)
      return index < 0 ? [null, []] : replies[index]
    })
  }

  return (process: SimulatedProcess): Redis =>
    new Proxy(redis, {
      get(target, name) {
        const command = String(name)
        if (command === 'evalsha' || command === 'eval') {
          const call = command === 'eval' ? evaluate : evalsha
          return (text: string, ...args: (string | number)[]) => call(process, text, args)
        }
        if (command === 'pipeline')
          return (reads: readonly Read[]) => ({ exec: () => readTogether(process, reads) })
        if (!plain.has(command)) {
          const unknown = `no process is known to ask Redis for ${command}`
          day.violate(unknown) // its step fails, and a day without steps would look like a good one
          throw new Error(unknown)
        }
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') throw new Error(`Redis has no ${command}`)
        return (...args: unknown[]): Promise<unknown> =>
          isUnused(command, args)
            ? Promise.resolve([])
            : process.act('redis', command, () => Reflect.apply(method, target, args) as Promise<unknown>)
      },
    })
}
