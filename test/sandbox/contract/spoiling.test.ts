import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRows } from '../../../sandbox/contract/all-rows.ts'
import { runContract } from '../../../sandbox/contract/run.ts'
import { type Caller, startCaller } from '../../studio/caller.ts'
import { type Recording, startRecording } from './recording.ts'
import { startSpoilingProxy } from './spoiling-proxy.ts'
import { spoiltAccounts } from './spoilings/accounts.ts'
import { spoiltAnswers } from './spoilings/answers.ts'
import { spoiltParameters } from './spoilings/parameters.ts'

const apiKey = 'a-key'

let caller: Caller
let recording: Recording
beforeAll(async () => {
  caller = await startCaller({ apiKey, musicSeconds: 1, balance: 10_000 })
  recording = await startRecording()
})
afterAll(async () => {
  await caller.close()
  await recording.close()
})

const all = [...spoiltAnswers, ...spoiltParameters, ...spoiltAccounts(apiKey)]

/** Spoilt, a task never ends as far as the contract can see, so it is looked up until patience is over. */
const endlessRow = 'status.COMPLETED'

describe.concurrent('a service that is spoilt in one thing is found out:', () => {
  test.each(all)('%s (%s)', { timeout: 240_000 }, async (_what, id, spoils) => {
    const rows = allRows.filter((row) => row.id === id)
    expect(rows).toHaveLength(1)
    const proxy = await startSpoilingProxy(caller.baseUrl, recording, spoils)
    try {
      const { findings } = await runContract({
        baseUrl: proxy.baseUrl,
        apiKey,
        rows,
        patienceMs: id === endlessRow ? 4_000 : 20_000,
        callbackPatienceMs: 3000,
      })
      expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['differs'])
      // Found for what was spoilt, not because there was no service or no time.
      const found = findings.map(({ verdict }) => JSON.stringify(verdict)).join()
      if (id !== endlessRow) expect(found).not.toMatch(/does not end|Not Found|fetch failed/)
    } finally {
      await proxy.close()
    }
  })
})
