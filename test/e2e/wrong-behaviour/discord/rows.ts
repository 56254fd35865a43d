import { forms, kinds, timing } from './answers.ts'
import { bursts } from './bursts.ts'
import { commands } from './commands.ts'
import { followUps, originals, strangers } from './follow-ups.ts'
import { gateway, starts } from './gateway.ts'
import { bodies, requests, tokens } from './messages.ts'
import { others } from './others.ts'

/** All that is spoilt of what the bot says to Discord. */
export const discordRows = {
  timing,
  kinds,
  followUps,
  originals,
  strangers,
  forms,
  bodies,
  requests,
  others,
  bursts,
  commands,
  gateway,
  starts,
  tokens,
}
