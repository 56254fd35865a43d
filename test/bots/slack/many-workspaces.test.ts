import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SecondTeam } from '../../../sandbox/slack/stand-in.ts'
import type { Attempt } from '../../../src/core/job/platform.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { excuseRefusals, expectRefusals } from '../../support/sandbox/strict.ts'
import { modes } from './bot.ts'
import { type InstalledStage, openInstalledStage } from './installed-stage.ts'

let stage: InstalledStage
afterEach(() => stage.close())

const attempt = (key: string): Attempt => ({
  key,
  notes: {},
  note: async () => undefined,
  askedAtMs: Date.now(),
  fileBytesMax: 1_000,
  linksAllowed: true,
})
const targetIn = ({ teamId: server, channelId: channel, memberId: member }: SecondTeam) =>
  ({ platform: 'slack', server, channel, member }) as const
const textsIn = (team: SecondTeam): readonly string[] => stage.seen(team).map(({ text }) => text)
const answerWithAccount = () =>
  stage.recorded.answerWith(({ target }) => ({
    kind: 'message',
    message: plainMessage(`You are in ${target.server}.`),
    seenBy: 'all',
  }))

describe.each(modes)('over %s', (mode) => {
  beforeEach(async () => {
    stage = await openInstalledStage(mode)
    answerWithAccount()
  })

  test('each workspace is answered in its own channel, by its own bot', async () => {
    for (const team of stage.teams) expect((await stage.install(team)).status).toBe(200)
    for (const team of stage.teams) {
      await stage.act(team, { command: '/remix a shanty' })
      await stage.act(team, { say: '@Tunesmith remix a shanty' })
    }
    await stage.until(() => stage.recorded.invocations.length === 6)
    const answersIn = (team: SecondTeam) => textsIn(team).filter((text) => text.startsWith('You are in'))
    await stage.until(() => stage.teams.every((team) => answersIn(team).length === 2))
    for (const team of stage.teams) {
      const answers = answersIn(team)
      expect(answers).toEqual([`You are in ${team.teamId}.`, `You are in ${team.teamId}.`])
    }
  })

  test('a workspace that has not installed the app is told so, and no command runs', async () => {
    const [home] = stage.teams
    await stage.act(home, { command: '/remix a shanty' })
    await stage.act(home, { say: '@Tunesmith remix a shanty' })
    await stage.standIn.untilHeard()
    expect(textsIn(home).join('\n')).toContain('I belong to another workspace')
    expect(stage.recorded.invocations).toEqual([])
    expect(stage.log.lines.filter(({ message }) => message.includes('are ignored'))).toHaveLength(1)
  })

  test('a workspace that removes the app is forgotten, and the others go on', async () => {
    const [home, second, third] = stage.teams
    for (const team of stage.teams) await stage.install(team)
    excuseRefusals(/^auth\.test: account_inactive$/) // at most one for each of the two events
    stage.standIn.uninstallFrom(second.teamId)
    await stage.standIn.untilHeard()
    expect(await stage.installations.find(second.teamId)).toBeUndefined()
    const gone = await Promise.all(stage.teams.map((team) => stage.slack.hasLeft?.(targetIn(team))))
    expect(gone).toEqual([false, true, false])
    const removed = await Promise.all(stage.teams.map((team) => stage.slack.isRemovedFrom?.(targetIn(team))))
    expect(removed).toEqual([false, true, false])
    // At most once for each of the two events.
    expect(new Set(stage.recorded.departures)).toEqual(new Set([`slack:${second.teamId}`]))
    const left = stage.slack.post(targetIn(second), plainMessage('Hello'), attempt('left'))
    await expect(left).rejects.toMatchObject({ code: 'cannot_post' })
    for (const team of [home, third])
      await stage.slack.post(targetIn(team), plainMessage(`Hello ${team.teamId}`), attempt(team.teamId))
    expect([textsIn(home).at(-1), textsIn(third).at(-1)]).toEqual([
      `Hello ${home.teamId}`,
      `Hello ${third.teamId}`,
    ])
    expect((await stage.installations.all()).length).toBe(2)
  })
})

describe('a process', () => {
  test('reopens a workspace that it dropped to make room for another', async () => {
    stage = await openInstalledStage('socket', { keptMax: 1 })
    answerWithAccount()
    for (const team of stage.teams) await stage.install(team)
    for (const team of [...stage.teams, ...stage.teams]) await stage.act(team, { command: '/remix a shanty' })
    await stage.until(() => stage.recorded.invocations.length === 6)
    const servers = stage.recorded.invocations.map(({ target }) => target.server)
    const ids = stage.teams.map(({ teamId }) => teamId)
    expect(servers).toEqual([...ids, ...ids])
  })

  test('closes a workspace that nobody has used for an hour, and reopens it', async () => {
    stage = await openInstalledStage('socket', { rotatesTokens: true })
    const [home] = stage.teams
    await stage.install(home)
    const found = await stage.installations.find(home.teamId)
    if (found?.status !== 'open') throw new Error('not installed')
    const dead = { refreshToken: 'xoxe-1-used', expiresAtMs: stage.clock.now() }
    await stage.installations.keep({ ...found.installation, ...dead })
    expectRefusals('oauth.v2.access: invalid_refresh_token')
    const post = () => stage.slack.post(targetIn(home), plainMessage('Hello'), attempt('again'))
    await expect(post()).rejects.toMatchObject({ code: 'platform_unavailable' })
    stage.clock.advance(59 * 60_000)
    expect(stage.slack.doubt?.()).toContain(home.teamId)
    stage.clock.advance(60_000)
    expect(stage.slack.doubt?.()).toBeUndefined()
    await expect(post()).rejects.toMatchObject({ code: 'platform_unavailable' })
    expect(stage.slack.doubt?.()).toContain(home.teamId)
  })

  test('without a connection for events posts, edits, reads and deletes in the workspace that it is given', async () => {
    stage = await openInstalledStage()
    for (const team of stage.teams) await stage.install(team)
    const worker = stage.worker()
    await worker.connect(undefined)
    for (const team of stage.teams) {
      const target = targetIn(team)
      const ref = await worker.post(
        target,
        plainMessage('Working', 'working'),
        attempt(`post-${team.teamId}`),
      )
      await worker.edit(ref, plainMessage(`Done for ${team.teamId}`), attempt(`edit-${team.teamId}`), target)
      expect(textsIn(team).at(-1)).toBe(`Done for ${team.teamId}`)
      await worker.remove(ref, {}, { server: `@${team.teamId}/${team.memberId}` })
      expect(stage.seen(team).filter(({ id, state }) => id === ref.message && state === 'shown')).toEqual([])
    }
    await worker.stop('all')
  })

  test('answers questions about channels only within the workspace that asks', async () => {
    stage = await openInstalledStage()
    const [home, second] = stage.teams
    for (const team of [home, second]) await stage.install(team)
    const { findChannel, canSee, lookAtChannel } = stage.slack
    const asker = targetIn(home)
    expect(await findChannel(asker, home.channelId)).toEqual({ status: 'found', channel: home.channelId })
    expect(await findChannel(asker, second.channelId)).toEqual({ status: 'unknown' })
    expect(await canSee(asker, { ...asker, channel: home.channelIds[1] ?? '' })).toBe(true)
    expect(await canSee(asker, { ...asker, channel: second.channelId })).toBe(false)
    const stranger = { ...asker, server: 'T0NOWHERE' }
    expect(await findChannel(stranger, home.channelId)).toEqual({ status: 'unanswered' })
    expect(await lookAtChannel(stranger, asker)).toEqual({ status: 'unanswered' })
    expect(await canSee(stranger, asker)).toBe(false)
    expectRefusals('conversations.info: channel_not_found', 'conversations.info: channel_not_found')
  })

  test('goes on while Slack refuses the token of one workspace, and says which', async () => {
    stage = await openInstalledStage()
    const [home, second] = stage.teams
    for (const team of [home, second]) await stage.install(team)
    stage.standIn.faults.add({ token: 'revoke', workspace: second.teamId, answer: 'token_revoked' })
    excuseRefusals(/: token_revoked$/)
    await stage.slack.post(targetIn(home), plainMessage('Hello'), attempt('good'))
    const refused = stage.slack.post(targetIn(second), plainMessage('Hello'), attempt('bad'))
    await expect(refused).rejects.toMatchObject({
      code: expect.stringMatching(/platform_unavailable|cannot_post/),
    })
    expect(stage.slack.problem()).toBeUndefined()
  })

  test('knows at once that the app was removed, even if another process got the event', async () => {
    stage = await openInstalledStage()
    const [home] = stage.teams
    await stage.install(home)
    const worker = stage.worker()
    await worker.connect(undefined)
    await worker.post(targetIn(home), plainMessage('Hello'), attempt('before'))
    expect(await worker.hasLeft?.(targetIn(home))).toBe(false)
    excuseRefusals(/: account_inactive$/)
    stage.standIn.uninstallFrom(home.teamId)
    await stage.standIn.untilHeard()
    expect(await worker.hasLeft?.(targetIn(home))).toBe(true)
    await worker.stop('all')
  })

  test('says that the app was removed where it is not installed, and else only by what Slack says of its token', async () => {
    stage = await openInstalledStage()
    const [home, second] = stage.teams
    await stage.install(home)
    const [isMissing] = stage.recorded.lookedFor
    const saidOf = async ({ teamId }: SecondTeam) => [
      await stage.slack.isRemovedFrom?.({ server: `@${teamId}/U1` }).catch(() => 'unknown'),
      await isMissing?.(teamId),
    ]
    expect([await saidOf(home), await saidOf(second)]).toEqual([
      [false, false],
      [true, true],
    ])
    for (const [answer, ...said] of [
      ['account_inactive', true, true],
      ['token_revoked', true, true],
      ['invalid_auth', false, false],
      ['token_expired', false, false],
      ['internal_error', 'unknown', false],
      ['http 503', 'unknown', false],
      ['lost', 'unknown', false],
    ] as const) {
      stage.standIn.faults.add({ method: 'auth.test', answer, times: 2 })
      expect([answer, ...(await saidOf(home))]).toEqual([answer, ...said])
    }
    excuseRefusals(/^auth\.test: /)
    await stage.slack.stop('all')
    expect(await isMissing?.(second.teamId)).toBe(false)
  })

  test('goes on with a new token if Slack expires one early', async () => {
    stage = await openInstalledStage('socket', { rotatesTokens: true })
    const [home, second] = stage.teams
    for (const team of [home, second]) await stage.install(team)
    const tokenOf = async ({ teamId }: SecondTeam) => {
      const found = await stage.installations.find(teamId)
      return found?.status === 'open' ? found.installation.token : undefined
    }
    const before = [await tokenOf(home), await tokenOf(second)]
    stage.standIn.faults.add({ token: 'expire', workspace: home.teamId })
    excuseRefusals(/: token_expired$/)
    await stage.slack.post(targetIn(home), plainMessage('Hello'), attempt('expired'))
    expect(textsIn(home).at(-1)).toBe('Hello')
    const after = [await tokenOf(home), await tokenOf(second)]
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
  })

  test('names a workspace whose token is not refreshed any more, tells its members what to do, and buys nothing', async () => {
    stage = await openInstalledStage('socket', { rotatesTokens: true })
    answerWithAccount()
    const [home, second] = stage.teams
    for (const team of [home, second]) await stage.install(team)
    const found = await stage.installations.find(home.teamId)
    if (found?.status !== 'open') throw new Error('not installed')
    const dead = { refreshToken: 'xoxe-1-used', expiresAtMs: stage.clock.now() }
    await stage.installations.keep({ ...found.installation, ...dead })
    expectRefusals('oauth.v2.access: invalid_refresh_token')
    const post = stage.slack.post(targetIn(home), plainMessage('Hello'), attempt('late'))
    await expect(post).rejects.toMatchObject({ code: 'platform_unavailable' })
    await stage.act(home, { command: '/remix a shanty' })
    await stage.standIn.untilHeard()
    expect(textsIn(home).at(-1)).toBe(
      `Slack no longer lets me post in this workspace. An admin can install Tunesmith again: ${stage.publicUrl}/slack/install`,
    )
    await expect(stage.slack.hasLeft?.(targetIn(home))).rejects.toMatchObject({
      code: 'platform_unavailable',
    })
    expect(stage.recorded.invocations).toEqual([])
    expect(stage.slack.doubt?.()).toBe(
      `${home.teamId}: Slack no longer refreshes the bot token (invalid_refresh_token): an admin of ${home.teamId} can install the app again at ${stage.publicUrl}/slack/install`,
    )
    await stage.slack.post(targetIn(second), plainMessage('Hello'), attempt('second'))
    await stage.install(home)
    await stage.act(home, { command: '/remix a shanty' })
    await stage.until(() => stage.recorded.invocations.length === 1)
    expect([await stage.slack.hasLeft?.(targetIn(home)), stage.slack.doubt?.()]).toEqual([false, undefined])
  })

  test('knows the names of all workspaces without asking Slack, wherever it runs', async () => {
    stage = await openInstalledStage()
    const [home, second, third] = stage.teams
    for (const team of [home, second]) await stage.install(team)
    const calls = stage.wire.since(0).length
    const worker = stage.worker()
    const namesNow = async () => {
      const nameOf = await worker.serverNames?.()
      return [home, second, third].map(({ teamId }) => nameOf?.(teamId))
    }
    expect(await namesNow()).toEqual(['Sandbox', expect.stringMatching(/./), undefined])
    const found = await stage.installations.find(home.teamId)
    if (found?.status !== 'open') throw new Error('not installed')
    await stage.installations.keep({ ...found.installation, name: 'Renamed' })
    expect((await namesNow())[0]).toBe('Sandbox')
    stage.clock.advance(60_001)
    expect((await namesNow())[0]).toBe('Renamed')
    expect(stage.wire.since(0)).toHaveLength(calls)
    await worker.stop('all')
  })

  test('claims the app, not a workspace, so all its processes count as one bot', async () => {
    stage = await openInstalledStage()
    const claimed: string[] = []
    const worker = stage.worker()
    await worker.connect(undefined, async (bot) => void claimed.push(bot))
    expect(claimed).toEqual([`app ${stage.standIn.addresses.clientId}`])
    await worker.stop('all')
  })

  test('names the scopes that workspaces have not granted', async () => {
    stage = await openInstalledStage()
    const [home] = stage.teams
    await stage.install(home)
    expect(await stage.slack.shortcomings([])).toEqual([])
    const found = await stage.installations.find(home.teamId)
    if (found?.status !== 'open') throw new Error('not installed')
    await stage.installations.keep({ ...found.installation, scopes: ['chat:write', 'commands'] })
    expect((await stage.slack.shortcomings([]))[0]).toContain('files:write')
  })
})
