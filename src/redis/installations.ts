import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import type { Installation, Installations, StoredInstallation } from '../core/installation.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, withoutDoubt } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'
import type { Sealer } from './sealer.ts'

const replaceField = plainScript('replace-field')

const stored = z.object({
  name: z.string(),
  userId: z.string(),
  botId: z.string(),
  scopes: z.array(z.string()),
  token: z.string(),
  refreshToken: z.string().exactOptional(),
  expiresAtMs: z.number().exactOptional(),
  refreshRefusal: z.string().exactOptional(),
  installedAtMs: z.number(),
})

interface InstallationsOptions {
  redis: StoreConnection
  keys: Keys
  sealer: Sealer
}

/** Installations in Redis, encrypted as a whole. */
export interface InstallationStore extends Installations {
  /** Re-encrypts all of them with the newest ENCRYPTION_KEY, so that none needs an older one. */
  reseal(): Promise<void>
}

/** Binds a sealed installation to its workspace: copied to another one, it can't be opened. */
const placeOf = (workspace: string): string => `slack_installation ${workspace}`

const changeLost = (cause: unknown): AppError =>
  new AppError('store_unavailable', 'a change to an installation may be lost', { cause, retryable: true })

/** See `InstallationStore`. All are in one hash, by workspace. */
export const createInstallations = ({ redis, keys, sealer }: InstallationsOptions): InstallationStore => {
  const opened = (workspace: string, version: string): StoredInstallation => {
    const text = sealer.open(version, placeOf(workspace))
    const { data } = stored.safeParse(parseJson(text ?? ''))
    return data === undefined
      ? { status: 'unopened', workspace, version }
      : { status: 'open', installation: { workspace, ...data }, version }
  }
  const sealed = ({ workspace, ...installation }: Installation): string =>
    sealer.seal(JSON.stringify(installation), placeOf(workspace))
  const all = () => fromStore(redis.hgetall(keys.installations))
  const replace = async (workspace: string, version: string, by: string): Promise<boolean> => {
    const change = () => runScript(redis, replaceField, [keys.installations], [workspace, version, by])
    const [status] = await withoutDoubt(change, changeLost)
    return status === 'replaced'
  }
  const takeOnce = async (key: string, spanMs: number): Promise<boolean> =>
    (await fromStore(redis.set(key, '1', 'PX', spanMs, 'NX'))) === 'OK'
  return {
    async find(workspace) {
      const version = await fromStore(redis.hget(keys.installations, workspace))
      return version === null ? undefined : opened(workspace, version)
    },
    async keep(installation) {
      const fields = { [installation.workspace]: sealed(installation) }
      await withoutDoubt(() => fromStore(redis.hset(keys.installations, fields)), changeLost)
    },
    replace: (workspace, version, by) => replace(workspace, version, by === undefined ? '' : sealed(by)),
    takeTurn: (workspace, spanMs) => takeOnce(keys.installationTurn(workspace), spanMs),
    useState: (state, spanMs) => takeOnce(keys.installationState(state), spanMs),
    all: async () => Object.entries(await all()).map(([workspace, version]) => opened(workspace, version)),
    async reseal() {
      for (const [workspace, version] of Object.entries(await all())) {
        if (sealer.isUpToDate(version)) continue
        const text = sealer.open(version, placeOf(workspace))
        if (text !== undefined) await replace(workspace, version, sealer.seal(text, placeOf(workspace)))
      }
    },
  }
}
