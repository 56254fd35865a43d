import { seenByName } from '../core/command/seen-by.ts'
import type { JobList, ListedFacts } from '../core/job/job-list.ts'
import type { StoreConnection } from './address.ts'
import { migrated, storedJob } from './job-record.ts'
import type { Keys } from './keys.ts'
import { readingScript, runScript } from './scripts.ts'

const script = readingScript('job-facts')

const schema = storedJob.pick({
  values: true,
  version: true,
  state: true,
  target: true,
  created_at: true,
  cancelled_by: true,
  removal: true,
  deliver_tries: true,
})

const otherNames = Object.keys(schema.shape).filter((name) => name !== 'values')
/** In the order in which the script returns them. */
const names: readonly string[] = ['values', ...otherNames]

/** Undefined if they can't be read, or are of a version that this program doesn't know. */
const factsIn = (fields: readonly string[]): ListedFacts | undefined => {
  const named = names.map((name, index) => [name, fields[index] ?? ''] as const)
  try {
    const { data } = schema.safeParse(migrated(Object.fromEntries(named.filter(([, text]) => text !== ''))))
    return (
      data && {
        values: { [seenByName]: data.values[seenByName] },
        state: data.state,
        target: data.target,
        createdAtMs: data.created_at,
        cancelledBy: data.cancelled_by,
        removal: data.removal,
        deliverTries: data.deliver_tries,
      }
    )
  } catch {
    return undefined
  }
}

/** Reads many jobs in one call, and little of each. Throws AppError `store_unavailable`. */
export const createFactsReader =
  ({ redis, keys }: { redis: StoreConnection; keys: Keys }): JobList['facts'] =>
  async (ids) => {
    if (ids.length === 0) return []
    const args = [JSON.stringify(seenByName), ...otherNames]
    const [, ...all] = await runScript(redis, script, ids.map(keys.job), args)
    return ids.map((id, index) => ({
      id,
      facts: factsIn(all.slice(index * names.length, (index + 1) * names.length)),
    }))
  }
