import { createSealer } from '../../../src/redis/sealer.ts'
import type { ScriptRow } from './every-script.ts'
import { openStoreWorld } from './store-world.ts'

const change = { account: 'discord:server-1', eventId: 'own-key-1', actor: 'admin-1' } as const
const apiKey = 'a-secret-key'

/** Scripts of the API keys that servers bring themselves. */
export const ownKeyRows: readonly ScriptRow[] = [
  {
    script: 'own-key',
    name: 'own-key, which then was set before',
    again: 'what is true by then',
    prepare: () => Promise.resolve(({ ownKeyStore }) => ownKeyStore.keep(change, apiKey)),
  },
  {
    script: 'try-key',
    name: 'try-key, which counts one more, for the lost one is not sent to the service either',
    again: 'what is true by then',
    prepare: () => Promise.resolve(({ ownKeyStore }) => ownKeyStore.countTry(change.account)),
  },
  {
    script: 'forget-own-keys',
    name: 'forget-own-keys',
    again: 'first answer',
    prepare: async ({ ownKeyStore }) => {
      await ownKeyStore.keep(change, apiKey)
      return (through) => through.ownKeyStore.inUse()
    },
  },
  {
    script: 'begin-key-alert',
    name: 'begin-key-alert, which then is in hand',
    again: 'what is true by then',
    prepare: async (world) => {
      await world.budgets.setAlerts({ ...change, channel: 'channel-1' })
      await world.alerts.raise(change.account, 'balance')
      const [alert] = await world.alerts.due()
      if (alert === undefined) throw new Error('no alert is due')
      return (through) => through.alerts.begin(alert)
    },
  },
  {
    script: 'replace-field',
    name: 'replace-field, after which there is nothing to replace',
    again: 'what is true by then',
    prepare: async ({ ownKeyStore }) => {
      await ownKeyStore.keep(change, apiKey)
      const random = (bytes: number) => new Uint8Array(bytes)
      const sealer = createSealer({ keys: [new Uint8Array(32)], tell: () => undefined, random })
      return ({ prefix, redis, clock }) =>
        openStoreWorld({ prefix, redis, now: clock.now, sealer }).ownKeyStore.reseal()
    },
  },
]
