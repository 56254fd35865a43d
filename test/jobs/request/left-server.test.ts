import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld

beforeEach(() => {
  store = openStoreWorld()
})
afterEach(() => store.close())

const account = 'discord:server-1'
const left = async () => (await store.leftServers.leftBy(store.clock.now())).map((server) => server.account)
const lookIn = (leftServerMs: number | undefined) =>
  dispatchOver(store, { commands: [], leftServerMs }).lookForMissing('discord', () => true)

test('a server that removed the bot is noted', async () => {
  await dispatchOver(store, { commands: [] }).left(account)
  expect(await left()).toEqual([account])
})

test('a server that removed the bot while nobody listened is looked for only where its data is deleted', async () => {
  await store.consents.answer(account, 'member-1', 'decline')
  await lookIn(undefined)
  expect(await left()).toEqual([])
  await lookIn(1)
  expect(await left()).toEqual([account])
})

test('a search that fails is only logged, and a removal that can’t be noted is an error', async () => {
  const away = openStoreWorld()
  away.close()
  const log = createRecordingLog()
  const dispatch = dispatchOver(away, { commands: [], log, leftServerMs: 1 })
  await dispatch.lookForMissing('discord', () => true)
  expect(log.warnings()).toEqual(['could not look for servers that removed the bot'])
  await expect(dispatch.left(account)).rejects.toMatchObject({ code: 'store_unavailable' })
})
