import { type Answer, type Asks, privately, refusal } from '../../core/command/answer.ts'
import type { Lists } from '../../core/command/suggest.ts'
import { sampleRequest, type VoiceSamples } from '../../core/command/voice-samples.ts'
import { type Microcredits, noCredits, parseCredits } from '../../core/credits.ts'
import type { Choice } from '../../core/fields/field.ts'
import { creditsText, formatCost, withUnit } from '../../core/ledger/credits-text.ts'
import type { PriceBook } from '../../core/ledger/price-book.ts'
import type { Button } from '../../core/message/message.ts'
import type { Asker } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { onOneLine, shortened } from '../../core/text/text.ts'

/** Dependencies for hearing a voice. */
export interface HearPorts {
  lists: Pick<Lists, 'voices'>
  voiceSamples: Pick<VoiceSamples, 'read' | 'sampled'>
  prices: Pick<PriceBook, 'quote'>
}

/** A longer name would push the price off its button. */
const nameLengthMax = 40

/** The sample's text is one sentence. */
const sampleUnits = { price: 'speech', units: 1 } as const

const freeButton = ({ value, label }: Choice): Button => ({
  label: say('Hear {{voice}}', { voice: shortened(label, nameLengthMax) }),
  style: 'plain',
  commandLink: { command: 'voices', action: undefined, values: { hear: value } },
})

/** A click accepts the price in the label, and no higher one. */
const pricedButton = ({ value, label }: Choice, price: Microcredits): Button => {
  const amount = formatCost(price)
  return {
    label: say('Hear {{voice}} ({{price}})', {
      voice: shortened(label, nameLengthMax),
      price: withUnit(amount),
    }),
    style: 'plain',
    commandLink: { command: 'voices', action: undefined, values: { hear: value, pay: amount } },
  }
}

/** A button for each voice that plays its sample, and what a sample costs that nobody has paid for yet. */
export const hearButtons = async (
  { voiceSamples, prices }: HearPorts,
  voices: readonly Choice[],
): Promise<{ buttons: readonly Button[]; priceText: string | undefined }> => {
  const [sampled, { most: price }] = await Promise.all([voiceSamples.sampled(), prices.quote(sampleUnits)])
  const isFree = ({ value }: Choice): boolean => sampled.has(value)
  return {
    buttons: voices.map((voice) => (isFree(voice) ? freeButton(voice) : pricedButton(voice, price))),
    priceText: voices.every(isFree)
      ? undefined
      : say("A voice's first sample costs up to {{credits}}. After that it's free for everyone.", {
          credits: creditsText(price),
        }),
  }
}

/** Says that no voice has this name. */
export const noVoice = (typed: string): Answer =>
  refusal(
    say('No voice called "{{name}}". Browse with /voices.', {
      name: shortened(onOneLine(typed), nameLengthMax),
    }),
  )

/** Says that a voice may exist, but that this is unknown now. */
export const notYetFound = (): Answer =>
  refusal(say('The list of voices is still loading. Try again in a minute.'))

/** The voice with this id, or the only one with this name. */
const meantVoice = (voices: readonly Choice[], typed: string): Choice | undefined => {
  const named = voices.filter(({ label }) => label.toLowerCase() === typed.toLowerCase())
  return voices.find(({ value }) => value === typed) ?? (named.length === 1 ? named[0] : undefined)
}

const offer = (voice: Choice, price: Microcredits): Answer =>
  privately({
    text: say('Nobody has paid for a sample of {{voice}} yet. It costs up to {{credits}}.', {
      voice: voice.label,
      credits: creditsText(price),
    }),
    tone: 'info',
    blocks: [{ kind: 'buttons', buttons: [pricedButton(voice, price)] }],
  })

/**
 * Plays a voice's kept sample, which costs nothing. Otherwise requests one, paid by the member, who accepted to
 * `pay` that much; if that is not enough, says what it costs.
 */
export const hearVoice = async (
  { lists, voiceSamples, prices }: HearPorts,
  asker: Asker,
  { typed, pay }: { typed: string; pay: string },
): Promise<Answer | Asks> => {
  const { choices, isPart } = await lists.voices(asker, typed)
  const voice = meantVoice(choices, typed)
  if (voice === undefined && isPart) return notYetFound()
  if (voice === undefined) return noVoice(typed)
  const { value, label } = voice
  const sample = await voiceSamples.read(value)
  if (sample === undefined) {
    const { most: price } = await prices.quote(sampleUnits)
    const payMax = parseCredits(pay) ?? noCredits
    return price > payMax ? offer(voice, price) : sampleRequest(value, payMax)
  }
  const { extension, data } = sample
  const title = say('Sample of {{voice}}', { voice: label })
  return privately({
    text: say('This is {{voice}}. Made with AI. Nothing was charged.', { voice: label }),
    tone: 'done',
    blocks: [{ kind: 'sound', name: `${label}.${extension}`, title, data }],
  })
}
