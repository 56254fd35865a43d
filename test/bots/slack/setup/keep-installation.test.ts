import type { Installation as BoltInstallation } from '@slack/oauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeepInstallation } from '../../../../src/bots/slack/setup/keep-installation.ts'
import { scopes } from '../../../../src/bots/slack/setup/scopes.ts'
import { performed } from '../../../../src/core/effect.ts'
import type { Installation } from '../../../../src/core/installation.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// What the stand-in for Slack has none of: whole organizations.

let server: ScriptedServer
let isSlackWilling: boolean
const kept: Installation[] = []
const log = createRecordingLog()

/** What @slack/oauth makes of https://docs.slack.dev/reference/methods/oauth.v2.access, for an organization. */
const organization: BoltInstallation = {
  team: undefined,
  enterprise: { id: 'E1', name: 'Everybody' },
  user: { id: 'U1', token: undefined, scopes: undefined },
  bot: { id: 'B1', userId: 'U2', scopes: Object.keys(scopes), token: 'xoxb-everybody' },
  tokenType: 'bot',
  isEnterpriseInstall: true,
  appId: 'A1',
  authVersion: 'v2',
}

const keep = (given: BoltInstallation) =>
  createKeepInstallation({
    clientId: '1.2',
    clientSecret: 'secret',
    apiUrl: `${server.url}/api/`,
    installations: {
      find: () => Promise.resolve(undefined),
      keep: async (installation) => void kept.push(installation),
    },
    admission: () => Promise.resolve('admitted'),
    effect: performed,
    log,
    now: () => 1_000,
  })(given)

beforeEach(async () => {
  isSlackWilling = true
  kept.length = 0
  server = await startScriptedServer({
    reply: (response, request) =>
      answers(200, isSlackWilling ? { ok: true } : { ok: false, error: 'internal_error' })(response, request),
  })
})
afterEach(() => server.close())

const refused = {
  code: 'configuration',
  memberText: "Tunesmith can't be installed in a whole organization. Try again, and choose one workspace.",
}

test('a whole organization is told to choose a workspace, and the app is uninstalled there', async () => {
  await expect(keep(organization)).rejects.toMatchObject(refused)
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/apps.uninstall'])
  expect(kept).toEqual([])
})

test('it is told so even if the app can’t be uninstalled', async () => {
  isSlackWilling = false
  await expect(keep(organization)).rejects.toMatchObject(refused)
  expect(log.warnings()).toEqual(['an app that is not used could not be uninstalled'])
  expect(JSON.stringify(log.lines)).not.toContain('xoxb-')
})

test('an app without a bot is not kept, and there is nothing to uninstall', async () => {
  const { bot: _, ...withoutBot } = organization
  await expect(keep({ ...withoutBot, team: { id: 'T1', name: 'One' } })).rejects.toMatchObject(refused)
  expect([server.requests, kept]).toEqual([[], []])
})

test('a workspace of an organization is kept like any other', async () => {
  await keep({ ...organization, isEnterpriseInstall: false, team: { id: 'T1', name: 'One' } })
  expect(kept).toEqual([
    {
      workspace: 'T1',
      name: 'One',
      userId: 'U2',
      botId: 'B1',
      scopes: Object.keys(scopes),
      token: 'xoxb-everybody',
      installedAtMs: 1_000,
    },
  ])
})
