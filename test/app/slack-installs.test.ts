import { expect, test } from 'vitest'
import { withReturns } from '../../src/app/slack-installs.ts'
import type { Installation, Installations } from '../../src/core/installation.ts'

const installation: Installation = {
  workspace: 'T1',
  name: 'One',
  userId: 'U1',
  botId: 'B1',
  scopes: [],
  token: 'xoxb-1',
  installedAtMs: 1,
}

test('a workspace that installs the app is no longer one that removed it, before it counts as installed', async () => {
  const done: string[] = []
  const unused = () => Promise.reject(new Error('not part of this test'))
  const installations: Installations = {
    find: unused,
    keep: async ({ workspace }) => void done.push(`keep ${workspace}`),
    replace: unused,
    takeTurn: unused,
    useState: unused,
    all: unused,
  }
  const returned = async (account: string) => void done.push(`returned ${account}`)
  await withReturns(installations, { returned }).keep(installation)
  expect(done).toEqual(['returned slack:T1', 'keep T1'])
})
