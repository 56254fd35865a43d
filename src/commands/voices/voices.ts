import { type Answer, type Asks, privately, refusal } from '../../core/command/answer.ts'
import { defineAction, type Utility } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { defaultsIn, type SettingOwner, type SettingsStore } from '../../core/command/settings.ts'
import { type KnownList, matchingChoices } from '../../core/command/suggest.ts'
import type { KnownVoices, VoiceList, VoicesAt } from '../../core/command/voices.ts'
import type { Choice } from '../../core/fields/field.ts'
import { listed, optional, text } from '../../core/fields/field-builders.ts'
import type { Block, Button, Fact, ResultMessage } from '../../core/message/message.ts'
import { type Asker, accountOf, budgetChannelOf, type Target } from '../../core/target.ts'
import { ageText } from '../../core/text/moment.ts'
import { declared, say, sayCount } from '../../core/text/say.ts'
import { asPage, pageButtons, pageField, pageLength } from '../shared/page.ts'
import { type HearPorts, hearButtons, hearVoice, notYetFound, noVoice } from './hear.ts'

interface VoicesOptions extends HearPorts {
  voiceList: Pick<VoiceList, 'read'>
  settings: Pick<SettingsStore, 'read'>
  now: () => number
}

/** Sets a voice as the default of the member who clicks. */
const useButton = ({ value, label }: Choice): Button => ({
  label: say('Use {{voice}}', { voice: label }),
  style: 'plain',
  commandLink: { command: 'settings', action: 'mine', values: { voice: value } },
})

const usedSentence = (owner: SettingOwner, voice: string): string => {
  switch (owner) {
    case 'member':
      return say('Your default voice here is {{voice}}.', { voice })
    case 'channel':
      return say("This channel's default voice is {{voice}}.", {
        voice,
      })
    case 'server':
      return say("Everyone's default voice here is {{voice}}.", {
        voice,
      })
  }
}

/** Which voice is used if none is named; empty without a default, where there is nothing to do. */
const defaultSentences = async (
  { settings, lists }: VoicesOptions,
  target: Target,
): Promise<readonly string[]> => {
  const place = { member: target.member, channel: budgetChannelOf(target) }
  const { defaults } = await settings.read(accountOf(target), place)
  const [nearest] = defaultsIn(defaults, ['voice'])
  if (nearest === undefined) return []
  const { choices } = await lists.voices(target)
  const voice = choices.find(({ value }) => value === nearest.value)?.label ?? String(nearest.value)
  return [usedSentence(nearest.owner, voice)]
}

const neverKnown = ({ nextTryMs }: KnownVoices): Answer =>
  privately({
    text: say(
      "I don't have the list of voices yet: the audio service hasn't answered. Try again in a minute.",
    ),
    tone: 'failed',
    blocks:
      nextTryMs === undefined
        ? []
        : [
            {
              kind: 'facts',
              facts: [{ label: say('Next try'), value: { atMs: nextTryMs } }],
            },
          ],
  })

const oldNote = ({ isOld }: KnownVoices, { atMs }: VoicesAt, nowMs: number): Block[] =>
  isOld
    ? [
        {
          kind: 'note',
          text: say("The audio service isn't answering. This is its list from {{age}}.", {
            age: ageText(nowMs - atMs),
          }),
        },
      ]
    : []

const noneFound = (name: string | undefined, page: number): Answer => {
  if (page > 1) return refusal(say('No more voices. Start again with /voices.'))
  return name === undefined ? refusal(say('The audio service has no voices to choose from.')) : noVoice(name)
}

const headline = (found: number, isPart: boolean, name: string | undefined, page: number): string => {
  const values = { found, page, pages: Math.ceil(found / pageLength), count: found }
  if (name !== undefined && isPart)
    return sayCount(
      '{{found}} matching voice so far, page {{page}} of {{pages}}. Still loading.',
      '{{found}} matching voices so far, page {{page}} of {{pages}}. Still loading.',
      values,
    )
  if (name !== undefined)
    return sayCount(
      '{{found}} matching voice, page {{page}} of {{pages}}.',
      '{{found}} matching voices, page {{page}} of {{pages}}.',
      values,
    )
  return isPart
    ? sayCount(
        '{{found}} voice so far, page {{page}} of {{pages}}. Still loading.',
        '{{found}} voices so far, page {{page}} of {{pages}}. Still loading.',
        values,
      )
    : sayCount(
        '{{found}} voice, page {{page}} of {{pages}}.',
        '{{found}} voices, page {{page}} of {{pages}}.',
        values,
      )
}

/** A voice's id is shown only if several voices share its name. */
const idFacts = (shown: readonly Choice[], all: readonly Choice[]): Fact[] => {
  const isShared = ({ label }: Choice) => all.filter((other) => other.label === label).length > 1
  return shown.filter(isShared).map(({ value, label }) => ({ label, value }))
}

/** The names that the menus have. A single voice's name is on its buttons. */
const nameNotes = (shown: readonly Choice[]): Block[] =>
  shown.length === 1 ? [] : [{ kind: 'note', text: shown.map(({ label }) => label).join(' · ') }]

/** The voices for a page: all whose names match, or the one with this id, which is what a suggestion sends. */
const voicesFor = async (
  { lists }: VoicesOptions,
  asker: Asker,
  { voices, isPart }: VoicesAt,
  name: string | undefined,
): Promise<KnownList> => {
  if (name === undefined) return { choices: voices, isPart: isPart === true }
  const list = await lists.voices(asker, name)
  const picked = list.choices.filter(({ value }) => value === name)
  if (picked.length > 0) return { choices: picked, isPart: false }
  return { ...list, choices: matchingChoices(list.choices, name, Number.POSITIVE_INFINITY) }
}

/** Two menus: one plays a voice, one makes it the default. For a single one without other pages, buttons do. */
const choiceBlocks = (
  shown: readonly Choice[],
  { buttons, turns }: { buttons: readonly Button[]; turns: readonly Button[] },
): readonly Block[] => {
  const uses = shown.map(useButton)
  if (uses.length === 1 && turns.length === 0) return [{ kind: 'buttons', buttons: [...buttons, ...uses] }]
  return [
    { kind: 'buttons', buttons: [], more: buttons, moreLabel: say('Hear a voice') },
    { kind: 'buttons', buttons: [], more: uses, moreLabel: say('Make one your default') },
    { kind: 'buttons', buttons: turns },
  ]
}

const pageAnswer = async (
  options: VoicesOptions,
  invocation: Invocation,
  name: string | undefined,
  page: number,
): Promise<Answer> => {
  const list = await options.voiceList.read()
  const { known } = list
  if (known === undefined) return neverKnown(list)
  const { choices: found, isPart } = await voicesFor(options, invocation.target, known, name)
  const shown = found.slice((page - 1) * pageLength, page * pageLength)
  if (shown.length === 0) return isPart && page === 1 ? notYetFound() : noneFound(name, page)
  const facts = idFacts(shown, known.voices)
  const turns = pageButtons({
    list: { command: 'voices', action: undefined, values: { ...(name !== undefined && { name }) } },
    page,
    hasMore: page * pageLength < found.length,
    labels: { back: say('Previous'), on: say('Next') },
  })
  const { buttons, priceText } = await hearButtons(options, shown)
  const sentences = [
    headline(found.length, isPart, name, page),
    ...(await defaultSentences(options, invocation.target)),
    ...(priceText === undefined ? [] : [priceText]),
  ]
  const message: ResultMessage = {
    text: sentences.join('\n'),
    tone: 'info',
    blocks: [
      ...nameNotes(shown),
      ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
      ...oldNote(list, known, options.now()),
      ...choiceBlocks(shown, { buttons, turns }),
    ],
  }
  return asPage(privately(message), invocation)
}

/** The service's voices, ten at a time, with a menu that plays one and a menu that makes one the default. */
export const voicesCommand: Utility<VoicesOptions> = {
  kind: 'utility',
  name: 'voices',
  summary: 'Browse voices and choose a default',
  topic: 'choices',
  example: { values: {} },
  audience: 'everyone',
  actions: defineAction({
    name: 'voices',
    summary: 'Browse voices and choose a default',
    changesNothing: true,
    fields: {
      name: optional(
        text({
          label: 'Name',
          help: 'Part of the name (default: all voices)',
          suggestions: 'voices',
          lengthMax: 200,
        }),
      ),
      page: pageField(declared('Page (default: the first)')),
      hear: optional(
        listed({
          label: 'Hear',
          help: 'Voice to hear (its sample is paid for once, then free)',
          list: 'voices',
          lengthMax: 200,
        }),
      ),
      pay: optional(
        text({
          label: 'Max price',
          help: 'Maximum credits for the sample, such as 0.07 (default: ask first)',
          lengthMax: 20,
        }),
      ),
    },
    run: async (
      { name, page = 1, hear, pay = '' },
      invocation,
      options: VoicesOptions,
    ): Promise<Answer | Asks> =>
      hear === undefined
        ? pageAnswer(options, invocation, name?.trim(), page)
        : hearVoice(options, invocation.target, { typed: hear.trim(), pay }),
  }),
}
