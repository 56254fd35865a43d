import { ComponentType, InteractionType } from 'discord-api-types/v10'
import { z } from 'zod'
import type { WireEntry } from '../../../../sandbox/wire.ts'
import type { ChatPlatform } from '../../../../sandbox/world/addresses.ts'
import { actionsOf, type Command } from '../../../../src/core/command/command.ts'
import type { Feature } from '../../../../src/core/command/feature.ts'
import { jobStates } from '../../../../src/core/job/job.ts'
import {
  cancelButton,
  onceMoreButtons,
  recoverButton,
  resultButtons,
} from '../../../../src/core/job/job-buttons.ts'
import { lineageNote } from '../../../../src/core/job/lineage.ts'
import type { Block } from '../../../../src/core/message/message.ts'
import { noOutput } from '../../../../src/core/outcome.ts'
import { jobRecord } from '../../jobs/job-record.ts'
import { pathOf } from './wanted.ts'

/** What a button is called whatever take, voice or job it is for. */
export const kindOf = (label: string): string => {
  if (/^Use ./.test(label)) return 'Use'
  if (/^Hear ./.test(label)) return 'Hear'
  if (/ \([\d.]+ credits?\)$|^Without ./.test(label)) return 'Remedy'
  if (/^\/[a-z]+: ./.test(label)) return 'Explain'
  if (/^(?:Model|Cover|Seen by|Ready notice): ./.test(label)) return 'Default'
  if (/^\/[a-z]+ (?:“.+” )?· \w{8}$/.test(label)) return 'Job'
  if (/^Show .+ anyway$/.test(label)) return 'Show it anyway'
  if (/^Show (?:“|\w{8}$)/.test(label)) return 'Show'
  return label.replace(/ \d+$/, '')
}

const labelsIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'buttons' ? [...block.buttons, ...(block.more ?? [])].map(({ label }) => label) : [],
  )

const id = 'a'.repeat(20)
const cameToNothing = jobRecord({ id, state: 'failed' })

/** What is below a result that has all that a result may have, and below one that is words alone. */
const belowResults = (features: readonly Feature[]): string[] => {
  const words = { ...noOutput, lyrics: 'la' }
  const heard = { ...words, audioUrl: 'https://audio.example/1.mp3', wavUrl: 'https://audio.example/1.wav' }
  const notes = { [lineageNote]: '[]' }
  const besides = { coverUrl: undefined, transcription: undefined, translation: undefined }
  return [words, heard].flatMap((output) =>
    labelsIn([resultButtons({ id, outcome: { ...besides, outputs: [output] }, notes }, features)]),
  )
}

/** The kinds that follow from the commands and from what a job can come to. */
export const wantedKinds = (commands: readonly Command[]): readonly string[] => {
  const features = commands.filter((command) => command.kind === 'feature')
  const utilities = commands.filter((command) => command.kind === 'utility')
  const actions = utilities.flatMap((command) => {
    const all = actionsOf(command)
    return all.length === 1 ? [] : all.map(({ name }) => pathOf(command.name, name))
  })
  const labels = [
    ...jobStates.map((state) => cancelButton({ id, state }).label),
    ...[recoverButton({ id }).label, ...labelsIn([onceMoreButtons(cameToNothing)])],
    ...belowResults(features),
    ...actions,
  ]
  return [...new Set(labels.map(kindOf))]
}

const discordButton = z.object({
  type: z.literal(ComponentType.Button),
  label: z.string(),
  custom_id: z.string(),
})
const slackButton = z.object({
  type: z.literal('button'),
  text: z.object({ text: z.string() }),
  action_id: z.string(),
})

/** An entry of a menu of commands; both platforms' have the command as their value. */
const discordEntry = z.object({ label: z.string(), value: z.string().startsWith('do:') })
const slackEntry = z.object({ text: z.object({ text: z.string() }), value: z.string().startsWith('do:') })
const slackPick = z.object({ type: z.literal('static_select'), selected_option: slackEntry })

const labelOf = (value: object): string | undefined =>
  discordButton.safeParse(value).data?.label ??
  slackButton.safeParse(value).data?.text.text ??
  discordEntry.safeParse(value).data?.label ??
  slackEntry.safeParse(value).data?.text.text

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** All objects in a value, those too that stand in it as JSON, as Slack takes blocks. */
const objectsIn = (value: unknown): readonly object[] => {
  if (typeof value === 'string') return /^[[{]/.test(value) ? objectsIn(parsed(value)) : []
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

const shownIn = ({ kind, detail }: WireEntry): string[] =>
  kind === 'request' || kind === 'ack'
    ? objectsIn(detail).flatMap((value) => {
        const label = labelOf(value)
        return label === undefined ? [] : [label]
      })
    : []

const discordPress = z.object({
  type: z.literal(InteractionType.MessageComponent),
  data: z.object({ custom_id: z.string(), values: z.array(z.string()).default([]) }),
  message: z.unknown(),
})
const slackPress = z.object({
  type: z.literal('block_actions'),
  actions: z.array(z.union([slackButton, slackPick])),
})

const pressedIn = ({ kind, detail }: WireEntry): string[] => {
  if (kind !== 'event') return []
  const pressed = discordPress.safeParse(detail).data
  if (pressed === undefined) {
    const { actions = [] } = slackPress.safeParse(detail).data ?? {}
    return actions.map((action) => ('text' in action ? action.text : action.selected_option.text).text)
  }
  const { custom_id, values } = pressed.data
  return objectsIn(pressed.message).flatMap((value) => {
    const button = discordButton.safeParse(value).data
    if (button?.custom_id === custom_id) return [button.label]
    const entry = discordEntry.safeParse(value).data
    return entry !== undefined && values.includes(entry.value) ? [entry.label] : []
  })
}

/** The kinds of buttons of these platforms that anybody was shown or that have to be there, and nobody pressed. */
export const leftUnpressed = (
  platforms: readonly ChatPlatform[],
  wire: readonly WireEntry[],
  commands: readonly Command[],
): readonly string[] => {
  const own = wire.filter(({ platform }) => platforms.some((one) => one === platform))
  const pressed = new Set(own.flatMap(pressedIn).map(kindOf))
  const kinds = new Set([...wantedKinds(commands), ...own.flatMap(shownIn).map(kindOf)])
  return [...kinds].filter((kind) => !pressed.has(kind))
}
