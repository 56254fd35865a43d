import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { primariesOf } from './startup-check.ts'

/** The memory of one primary; `mostBytes` is its `maxmemory`, undefined if it has none. */
export interface ServerMemory {
  name: string
  usedBytes: number
  mostBytes: number | undefined
}

const figure = (info: string, name: string): number =>
  Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)

/** How much memory each primary uses: https://redis.io/docs/latest/commands/info/. Throws AppError `store_unavailable`. */
export const readMemory = (redis: StoreConnection): Promise<readonly ServerMemory[]> =>
  Promise.all(
    primariesOf(redis).map(async ({ name, redis: primary }) => {
      const info = await fromStore(primary.info('memory'))
      const mostBytes = figure(info, 'maxmemory')
      return {
        name,
        usedBytes: figure(info, 'used_memory'),
        mostBytes: mostBytes === 0 ? undefined : mostBytes,
      }
    }),
  )
