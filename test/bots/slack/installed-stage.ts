import type { ActResult, Deed, SeenMessage } from '../../../sandbox/control/people.ts'
import { type SecondTeam, type SlackStandIn, startSlack } from '../../../sandbox/slack/stand-in.ts'
import type { Wire } from '../../../sandbox/wire.ts'
import { visitorOf } from '../../../src/app/http/visitor.ts'
import { createAdmission, installPageText } from '../../../src/app/slack-installs.ts'
import { createInstalledSlack } from '../../../src/bots/slack/installed.ts'
import { slackManifest } from '../../../src/bots/slack/setup/manifest.ts'
import { performed } from '../../../src/core/effect.ts'
import { aloneAtCalling } from '../../../src/core/pacing/share.ts'
import type { AccountId } from '../../../src/core/target.ts'
import { createInstallations, type InstallationStore } from '../../../src/redis/installations.ts'
import { createKeys } from '../../../src/redis/keys.ts'
import { createSealer } from '../../../src/redis/sealer.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { createRecordingDispatch, type RecordingDispatch } from '../../support/jobs/recording-dispatch.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestRedis, testPrefix } from '../../support/redis/redis.ts'
import { passTime } from '../../support/sandbox/pass-time.ts'
import { createStrictWire } from '../../support/sandbox/strict.ts'
import { hasUnanswered, type Mode, serve, unasked } from './bot.ts'
import { commands } from './commands.ts'

/** The last page of an installation in the browser. */
export interface Visit {
  status: number
  text: string
}

/** The app, and three workspaces that can install it. */
export interface InstalledStage {
  clock: Clock
  wire: Wire
  standIn: SlackStandIn
  teams: readonly [SecondTeam, SecondTeam, SecondTeam]
  installations: InstallationStore
  slack: ReturnType<typeof createInstalledSlack>
  /** Creates another process of the same app. */
  worker(): ReturnType<typeof createInstalledSlack>
  log: ReturnType<typeof createRecordingLog>
  recorded: RecordingDispatch
  /** The app's own address, for browsers. */
  publicUrl: string
  /** Installs the app as an admin who picks this workspace. */
  install(team: SecondTeam, answer?: 'allow' | 'cancel'): Promise<Visit>
  /** Starts an installation; returns the address of Slack's page, and our cookie. */
  begin(): Promise<{ slackPage: string; cookie: string }>
  /** Acts as the first member, in the first channel of a workspace. */
  act(team: SecondTeam, deed: Deed): Promise<ActResult>
  seen(team: SecondTeam): readonly SeenMessage[]
  /** Workspaces that the operator lets in. */
  letIn: Set<string>
  /** The operator's settings. */
  operator: { servers: AccountId[]; blocked: string[] }
  until(holds: () => boolean): Promise<void>
  /** Stops the app and the stand-in. */
  close(): Promise<void>
}

let stages = 0

const sealer = createSealer({ keys: [new Uint8Array(32).fill(7)], tell: () => undefined })

/** The one cookie that the app sets. */
const cookieOf = (response: Response): string =>
  (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** Starts the workspaces and the app, not yet installed anywhere. */
export const openInstalledStage = async (
  mode: Mode = 'socket',
  { rotatesTokens = false, keptMax = 300 } = {},
): Promise<InstalledStage> => {
  stages += 1
  const clock = startClock()
  const wire = createStrictWire(clock)
  const standIn = await startSlack({ clock, wire, hasThird: true })
  const { addresses } = standIn
  const { api, appToken, signingSecret, clientId, clientSecret, filesOrigin, secondTeam, thirdTeam } =
    addresses
  if (thirdTeam === undefined) throw new Error('there is no third workspace')
  const teams = [addresses, secondTeam, thirdTeam] as const
  const redis = openTestRedis()
  const keys = createKeys(`${testPrefix}installed${stages}:`)
  const installations = createInstallations({ redis, keys, sealer })
  const log = createRecordingLog()
  const recorded = createRecordingDispatch(commands, unasked)
  const handler: { now?: ReturnType<typeof createInstalledSlack> } = {}
  const { server, origin: publicUrl } = await serve(() => handler.now?.httpHandler)
  const letIn = new Set(teams.map(({ teamId }) => `slack:${teamId}`))
  const operator: InstalledStage['operator'] = { servers: [], blocked: [] }
  const isLetIn = async (account: AccountId): Promise<boolean> => letIn.has(account)
  const create = () =>
    createInstalledSlack({
      effect: performed,
      transport: mode === 'socket' ? { kind: 'socket', appToken } : { kind: 'http', signingSecret },
      clientId,
      clientSecret,
      stateSecret: 'a state secret of at least 32 characters',
      authorizeUrl: new URL('/oauth/v2/authorize', api).href,
      publicUrl,
      apiUrl: api,
      fileOrigins: [filesOrigin],
      installations,
      isLetIn,
      admission: createAdmission(operator, isLetIn),
      pageText: installPageText,
      visitorOf,
      join: aloneAtCalling,
      download: () => Promise.reject(new Error('nothing is downloaded here')),
      log,
      now: clock.now,
      factsMs: 20_000,
      keptMax,
      wait: passTime(clock),
    })
  const slack = create()
  handler.now = slack
  const requestUrl = mode === 'http' ? `${publicUrl}/slack/events` : undefined
  const installs = { redirectUrl: `${publicUrl}/slack/oauth_redirect`, rotatesTokens }
  standIn.installManifest(slackManifest(commands, { requestUrl, installs }))
  await slack.connect(recorded.dispatch)
  const begin = async () => {
    const started = await fetch(`${publicUrl}/slack/install`, { redirect: 'manual' })
    return { slackPage: started.headers.get('location') ?? '', cookie: cookieOf(started) }
  }
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await Promise.race([wire.changed(wire.since(0).length), recorded.changed()])
  }
  return {
    clock,
    wire,
    standIn,
    teams,
    installations,
    slack,
    worker: create,
    log,
    recorded,
    publicUrl,
    letIn,
    operator,
    begin,
    async install({ teamId }, answer = 'allow') {
      const { slackPage, cookie } = await begin()
      const body = new URLSearchParams({ answer, team: teamId })
      const decided = await fetch(slackPage, { method: 'POST', body, redirect: 'manual' })
      const back = await fetch(decided.headers.get('location') ?? '', { headers: { cookie } })
      return { status: back.status, text: await back.text() }
    },
    act: ({ memberId, channelId }, deed) => standIn.people.act(memberId, channelId, deed),
    seen: ({ memberId }) => standIn.people.messages({ viewer: memberId }),
    until,
    async close() {
      if (mode === 'http') await until(() => !hasUnanswered(wire))
      await slack.stop('all')
      server.closeAllConnections()
      server.close()
      await standIn.close()
      clock.stop()
      redis.disconnect()
    },
  }
}
