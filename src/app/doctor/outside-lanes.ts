import { commands } from '../../commands/index.ts'
import type { Check } from '../../core/doctor-check.ts'
import type { Effect } from '../../core/effect.ts'
import type { Places } from '../../core/job/concurrency.ts'
import type { Config } from '../config.ts'
import { audioChecks } from './audio.ts'
import { publicAddressChecks } from './public-address.ts'
import { runningHereChecks } from './running-here.ts'

/** Parts of the external checks that come from elsewhere. */
export interface OutsideOptions {
  effect: Effect
  now: () => number
  /** Counts a look-up of the audio service by the doctor. */
  spendLookup: Places['spendLookup']
}

const chatChecks = async ({ discord, slack }: Config, effect: Effect): Promise<readonly Check[]> => {
  const checks: Check[] = []
  if (discord !== undefined) {
    const { discordChecks } = await import('../../bots/discord/setup/doctor.ts')
    checks.push(...discordChecks({ ...discord, commands, effect }))
  }
  if (slack !== undefined) {
    const { slackAppChecks, slackChecks } = await import('../../bots/slack/setup/doctor.ts')
    checks.push(...('app' in slack ? slackAppChecks(slack) : slackChecks(slack)))
  }
  return checks
}

/** Everything that is dialled: the audio service, each chat with a token, this machine's port and our public address. */
export const outsideChecks = async (
  config: Config,
  { effect, now, spendLookup }: OutsideOptions,
): Promise<readonly Check[]> => [
  ...runningHereChecks(config, effect, now),
  ...audioChecks(config, spendLookup),
  ...(await chatChecks(config, effect)),
  ...publicAddressChecks(config, effect, now),
]
