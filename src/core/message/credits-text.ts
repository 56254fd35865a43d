import { formatCredits } from '../credits.ts'
import { say } from '../texts/say.ts'

/** An amount for people, such as "0.10 credits". */
export const creditsText = (amount: number): string =>
  say('{{amount}} credits', { amount: formatCredits(amount) })

/** Said in a direct message to somebody who was never given any credits. */
export const noOwnCreditsText = (): string => say('You have no credits of your own.')

/** Who pays in a direct message, and who can give credits for it. */
export const ownCreditsText = (): string =>
  say(
    'In direct messages you pay with credits of your own, which whoever runs this bot can give you. Or ask in a server or a channel, where others pay.',
  )
