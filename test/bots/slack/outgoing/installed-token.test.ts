import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInstalledTokens } from '../../../../src/bots/slack/outgoing/installed-token.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { performed } from '../../../../src/core/effect.ts'
import { AppError } from '../../../../src/core/errors.ts'
import type { Installations } from '../../../../src/core/installation.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { passTime } from '../../../support/sandbox/pass-time.ts'
import { expectRefusals } from '../../../support/sandbox/strict.ts'
import { type InstalledStage, openInstalledStage } from '../installed-stage.ts'

let stage: InstalledStage
let log: ReturnType<typeof createRecordingLog>

/** What a process knows of the installations, and how it gets tokens. */
const process = (more: Partial<Installations> = {}) => {
  const { api, clientId, clientSecret } = stage.standIn.addresses
  return createInstalledTokens({
    installations: { ...stage.installations, ...more },
    clientId,
    clientSecret,
    web: createWeb({ token: undefined, apiUrl: api }),
    effect: performed,
    log,
    now: stage.clock.now,
    wait: passTime(stage.clock),
    mendIn: (workspace) => `install it again in ${workspace}`,
  })
}
const home = () => stage.teams[0].teamId
const stored = async () => {
  const found = await stage.installations.find(home())
  return found?.status === 'open' ? found.installation : undefined
}
const refreshes = () =>
  stage.wire.since(0).filter(({ summary }) => summary === 'oauth.v2.access ok').length - 1

const hourMs = 60 * 60_000

/** The first call is made by `first`, and the others by `then`. */
const onceOnly = (
  first: Installations['replace'],
  then: Installations['replace'],
): Installations['replace'] => {
  let replace = first
  return (...change) => {
    const now = replace
    replace = then
    return now(...change)
  }
}

beforeEach(async () => {
  stage = await openInstalledStage('socket', { rotatesTokens: true })
  log = createRecordingLog()
  await stage.install(stage.teams[0])
})
afterEach(() => stage.close())

describe('a token that expires', () => {
  test('is used as it is until two hours before', async () => {
    const { token } = (await stored()) ?? {}
    stage.clock.advance(9 * hourMs)
    expect(await process().tokenOf(home()).current()).toBe(token)
    expect(refreshes()).toBe(0)
  })

  test.each([
    ['while it is good', 11],
    ['when it has expired', 13],
  ])('is refreshed by one of two processes %s, and both have the new one', async (_, hours) => {
    const before = await stored()
    stage.clock.advance(hours * hourMs)
    const processes = [process(), process()]
    const first = await Promise.all(processes.map((one) => one.tokenOf(home()).current()))
    await stage.until(() => refreshes() === 1)
    await expect.poll(async () => (await stored())?.token).not.toBe(before?.token)
    for (const one of processes) one.forget(home())
    const after = await Promise.all(processes.map((one) => one.tokenOf(home()).current()))
    const { token } = (await stored()) ?? {}
    expect(after).toEqual([token, token])
    for (const used of first) expect([before?.token, token]).toContain(used)
    expect(refreshes()).toBe(1)
  })

  test('is refreshed once for all calls of a process', async () => {
    stage.clock.advance(13 * hourMs)
    const { current } = process().tokenOf(home())
    const tokens = await Promise.all(Array.from({ length: 20 }, () => current()))
    expect(new Set(tokens).size).toBe(1)
    expect(refreshes()).toBe(1)
  })

  test('stays in use, and its pair stored, while Slack refreshes none', async () => {
    const before = await stored()
    stage.clock.advance(11 * hourMs)
    stage.standIn.faults.add({ method: 'oauth.v2.access', answer: 'lost', times: 1 })
    expect(await process().tokenOf(home()).current()).toBe(before?.token)
    await expect.poll(() => log.warnings().length).toBe(1)
    expect(await stored()).toEqual(before)
  })

  test('that was refreshed is used even if Redis can’t store it yet, and stored once it can', async () => {
    stage.clock.advance(13 * hourMs)
    let isAway = true
    const replace: Installations['replace'] = (...change) =>
      isAway
        ? Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
        : stage.installations.replace(...change)
    const ours = process({ replace }).tokenOf(home())
    await expect(ours.current()).rejects.toMatchObject({ code: 'platform_unavailable' })
    const token = await ours.current()
    isAway = false
    await expect
      .poll(async () => {
        await ours.current()
        return (await stored())?.token
      })
      .toBe(token)
    expect(refreshes()).toBe(1)
  })

  test('is stored, although the old pair was encrypted again while Slack refreshed it', async () => {
    stage.clock.advance(13 * hourMs)
    const replace: Installations['replace'] = async (workspace, version, by) => {
      const found = await stage.installations.find(workspace)
      if (found?.status === 'open' && found.version === version)
        await stage.installations.replace(workspace, version, found.installation)
      return stage.installations.replace(workspace, version, by)
    }
    const before = await stored()
    const token = await process({ replace: onceOnly(replace, stage.installations.replace) })
      .tokenOf(home())
      .current()
    expect(token).not.toBe(before?.token)
    expect((await stored())?.token).toBe(token)
    expect(refreshes()).toBe(1)
  })

  test('gives way to an installation that came meanwhile', async () => {
    stage.clock.advance(13 * hourMs)
    const replace: Installations['replace'] = async (workspace, version, by) => {
      if (by !== undefined)
        await stage.installations.keep({ ...by, token: 'xoxb-again', refreshToken: 'xoxe-1-again' })
      return stage.installations.replace(workspace, version, by)
    }
    expect(await process({ replace }).tokenOf(home()).current()).toBe('xoxb-again')
    expect((await stored())?.refreshToken).toBe('xoxe-1-again')
  })

  test('whose refresh is under way is stored before the program ends', async () => {
    const before = await stored()
    stage.clock.advance(11 * hourMs)
    const ours = process()
    expect(await ours.tokenOf(home()).current()).toBe(before?.token)
    await ours.drained()
    expect((await stored())?.token).not.toBe(before?.token)
  })
})

describe('a refresh token that was used elsewhere', () => {
  const errors = () => log.lines.filter(({ level }) => level === 'error')
  const tries = () =>
    stage.wire.since(0).filter(({ summary }) => summary === 'oauth.v2.access invalid_refresh_token').length
  const settled = (ours: ReturnType<typeof process>) =>
    ours
      .tokenOf(home())
      .current()
      .catch((error: AppError) => error.code)

  beforeEach(async () => {
    const found = await stored()
    if (found === undefined) throw new Error('not installed')
    await stage.installations.keep({ ...found, refreshToken: 'xoxe-1-used' })
  })
  const expire = async () => {
    const found = await stored()
    if (found !== undefined) await stage.installations.keep({ ...found, expiresAtMs: stage.clock.now() })
  }

  test('keeps results waiting once the token has expired, and is in one line of the log', async () => {
    stage.clock.advance(13 * hourMs)
    expectRefusals('oauth.v2.access: invalid_refresh_token')
    const processes = [process(), process()]
    for (const one of [...processes, ...processes]) expect(await settled(one)).toBe('platform_unavailable')
    expect(tries()).toBe(1)
    expect(errors().map(({ message }) => message)).toEqual([
      'sending to a Slack workspace ends with its token',
    ])
    expect((await stored())?.refreshRefusal).toBe('invalid_refresh_token')
    expect(await Promise.all(processes.map((one) => one.canCall(home())))).toEqual([false, false])
  })

  test('is known before the token expires, which stays in use', async () => {
    const { token } = (await stored()) ?? {}
    stage.clock.advance(11 * hourMs)
    expectRefusals('oauth.v2.access: invalid_refresh_token')
    const ours = process()
    expect(await settled(ours)).toBe(token)
    await ours.drained()
    expect([await settled(ours), await ours.canCall(home())]).toEqual([token, true])
    await ours.drained()
    expect(ours.problem(home())).toBe(
      `Slack no longer refreshes the bot token (invalid_refresh_token): install it again in ${home()}`,
    )
    expect([tries(), errors().length]).toEqual([1, 1])
  })

  test('is forgotten when the app is installed again, by a process that hears nothing of it within a minute', async () => {
    await expire()
    expectRefusals('oauth.v2.access: invalid_refresh_token')
    const ours = process()
    await settled(ours)
    await stage.install(stage.teams[0])
    const { token } = (await stored()) ?? {}
    stage.clock.advance(60_001)
    ours.problem(home())
    await expect.poll(() => ours.problem(home())).toBeUndefined()
    expect(await settled(ours)).toBe(token)
  })

  test.each(['internal_error', 'org_login_required', 'http 500'])(
    'is not presumed where Slack answers %s',
    async (answer) => {
      const before = await stored()
      stage.clock.advance(13 * hourMs)
      stage.standIn.faults.add({ method: 'oauth.v2.access', answer, times: 1 })
      expect(await settled(process())).toBe('platform_unavailable')
      expect([await stored(), errors()]).toEqual([before, []])
    },
  )
})

test('a workspace without an installation has nowhere to post', async () => {
  const current = process().tokenOf('T0NOWHERE').current()
  await expect(current).rejects.toMatchObject({ code: 'cannot_post' })
})

test('a refused token is looked up again at once, and otherwise after a minute', async () => {
  const ours = process()
  const source = ours.tokenOf(home())
  const before = await source.current()
  const found = await stage.installations.find(home())
  if (found?.status !== 'open') throw new Error('not installed')
  await stage.installations.keep({ ...found.installation, token: 'xoxb-changed' })
  expect(await source.current()).toBe(before)
  source.refused()
  expect(await source.current()).toBe('xoxb-changed')
  await stage.installations.keep({ ...found.installation, token: 'xoxb-again' })
  stage.clock.advance(60_001)
  expect(await source.current()).toBe('xoxb-again')
})
