import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { arrows, type JobOperation } from '../core/job/job-transitions.ts'
import type { StoreConnection } from './address.ts'
import { storeError } from './connection.ts'

/** A Lua script with the digest that Redis knows it by. */
export interface Script {
  source: string
  digest: string
}

const read = (name: string): string =>
  readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), { encoding: 'utf8' })

/** With this first line Redis refuses the whole script when memory or disk is full, instead of half of it. */
const header = '#!lua\n'

const script = (source: string): Script => ({
  source,
  digest: createHash('sha1').update(source).digest('hex'),
})

/** A script that stands alone; its file states its contract. */
export const plainScript = (name: string): Script => script(header + read(name))

/** A script on the figures of a budget, after what they share with those on jobs. */
export const figuresScript = (name: string): Script => script(header + read('figures') + read(name))

const arrowInLua = ({ from, to, hold }: (typeof arrows)[number]): string =>
  `${from} = { to = '${to}', hold = '${hold}' }`

/** By operation and state: where the arrow leads, and what it makes of the hold. */
const arrowsInLua = (operations: readonly JobOperation[]): string => {
  const rows = operations.map((operation) => {
    const own = arrows.filter((arrow) => arrow.operation === operation)
    return `['${operation}'] = { ${own.map(arrowInLua).join(', ')} }`
  })
  return `local arrows = { ${rows.join(', ')} }\n`
}

/** A script on one job: the arrows of the operations it walks, what all such scripts share, then its file. */
export const jobScript = (name: string, ...operations: readonly JobOperation[]): Script =>
  script(header + arrowsInLua(operations) + read('figures') + read('prelude') + read(name))

/** A script on the line of one key: what all of them share, then its file. */
export const lineScript = (name: string): Script => script(header + read('line') + read(name))

/** A script of the operator's total: what all of them share, then these files. */
export const operatorScript = (...names: readonly string[]): Script =>
  script(header + ['figures', 'operator-prelude', ...names].map(read).join(''))

const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT')

/**
 * Runs a script by its digest, and by its source where Redis does not know it yet. The reply
 * is a list of strings whose first one names the outcome. Throws AppError
 * `store_unavailable` when the outcome is not known.
 */
export const runScript = async (
  redis: StoreConnection,
  { source, digest }: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<readonly string[]> => {
  try {
    const reply = await redis
      .evalsha(digest, keys.length, ...keys, ...args)
      .catch((error: unknown) =>
        isUnknownScript(error) ? redis.eval(source, keys.length, ...keys, ...args) : Promise.reject(error),
      )
    return (reply as unknown[]).map(String)
  } catch (error) {
    throw storeError(error)
  }
}
