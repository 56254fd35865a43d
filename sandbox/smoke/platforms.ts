import { type Clock, startClock } from '../../studio/kit/clock.ts'
import { startDiscord } from '../discord/stand-in.ts'
import { startSlack } from '../slack/stand-in.ts'
import { createWire } from '../wire.ts'
import type { Check } from './check.ts'
import type { Verdict } from './comparing.ts'
import { discordChecks, discordVerdict } from './discord-checks.ts'
import { type Answer, type Place, type Reach, type Request, reachPlace, waitForReal } from './place.ts'
import { slackChecks, slackVerdict } from './slack-checks.ts'

/** Where the real platform is, and what a holder of a token lets the checks use. */
export type Holder = { readonly api: string; readonly token: string; readonly channelId: string }

/** One platform's checks, and how a fresh stand-in comes by its place. */
export type Platform = {
  readonly checks: readonly Check[]
  readonly verdict: Verdict
  /**
   * What has to be granted before anything can be compared: a token that is good, a channel that can be seen.
   */
  readonly opening: (channelId: string) => readonly Request[]
  /** Waits in real time where the platform asks for it, unless told how. */
  readonly real: (holder: Holder, wait?: Reach['wait']) => Place
  readonly startStandIn: (real: Place) => Promise<{ readonly place: Place; close(): Promise<void> }>
}

const discordReach = ({ api, token, channelId }: Holder, wait: Reach['wait']): Reach => ({
  base: `${api.replace(/\/$/, '')}/v10`,
  authorization: `Bot ${token}`,
  wrongAuthorization: 'Bot wrong',
  channelId,
  wait,
})

const slackReach = ({ api, token, channelId }: Holder, wait: Reach['wait']): Reach => ({
  base: `${api.replace(/\/$/, '')}/`,
  authorization: `Bearer ${token}`,
  wrongAuthorization: 'Bearer xoxb-wrong',
  channelId,
  wait,
})

const surroundings = (): { clock: Clock; wire: ReturnType<typeof createWire> } => {
  const clock = startClock()
  return { clock, wire: createWire(clock) }
}

const discord: Platform = {
  checks: discordChecks,
  verdict: discordVerdict,
  opening: (channelId) => [
    { method: 'GET', path: '/users/@me' },
    { method: 'GET', path: `/channels/${channelId}` },
  ],
  real: (holder, wait = waitForReal) => reachPlace(discordReach(holder, wait)),
  startStandIn: async () => {
    const { clock, wire } = surroundings()
    const { addresses, close } = await startDiscord({ clock, wire })
    const place = reachPlace(discordReach(addresses, clock.advance))
    return {
      place,
      close: async () => {
        await close()
        clock.stop()
      },
    }
  },
}

/** The scopes that the real token has, so that the stand-in's has the same. */
const scopesOf = ({ headers }: Answer): readonly string[] =>
  (headers.get('x-oauth-scopes') ?? '').split(',').filter((scope) => scope !== '')

const manifestWith = (scopes: readonly string[]): object => ({
  display_information: { name: 'Tunesmith' },
  features: { bot_user: { display_name: 'Tunesmith' } },
  oauth_config: { scopes: { bot: scopes } },
  settings: { interactivity: { is_enabled: true }, socket_mode_enabled: true },
})

const slack: Platform = {
  checks: slackChecks,
  verdict: slackVerdict,
  opening: (channelId) => [
    { method: 'POST', path: 'auth.test', form: {} },
    { method: 'POST', path: 'conversations.info', form: { channel: channelId } },
  ],
  real: (holder, wait = waitForReal) => reachPlace(slackReach(holder, wait)),
  startStandIn: async (real) => {
    const scopes = scopesOf(await real.send({ method: 'POST', path: 'auth.test', form: {} }))
    const { clock, wire } = surroundings()
    const { addresses, installManifest, close } = await startSlack({ clock, wire })
    installManifest(manifestWith(scopes))
    const place = reachPlace(slackReach({ ...addresses, token: addresses.botToken }, clock.advance))
    return {
      place,
      close: async () => {
        await close()
        clock.stop()
      },
    }
  },
}

/** Every platform that there is a stand-in of. */
export const platforms = { discord, slack } as const
