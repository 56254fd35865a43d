import {
  ApplicationCommandOptionType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { answerBody, editBody } from './message.ts'
import { modal } from './modal.ts'
import { localized } from './options.ts'
import { between, complain, maybe } from './problems.ts'

const choiceName = between(z.string(), 1, limits.choiceName)
const localizedNames = localized(choiceName)

const choiceValues = {
  [ApplicationCommandOptionType.String]: z.string().max(limits.choiceValue),
  [ApplicationCommandOptionType.Integer]: z.int().min(-limits.integer).max(limits.integer),
  [ApplicationCommandOptionType.Number]: z.number().min(-limits.integer).max(limits.integer),
} as const

const isChoiceType = (type: number): type is keyof typeof choiceValues => type in choiceValues

/** What a suggestion's value must be depends on the option being typed. */
const suggestions = (optionType: number) =>
  z.strictObject({
    choices: z
      .array(
        z.strictObject({
          name: choiceName,
          name_localizations: localizedNames,
          value: isChoiceType(optionType) ? choiceValues[optionType] : z.never(),
        }),
      )
      .max(limits.commandChoices),
  })

/** A deferred answer may say whether it is for one person only, and nothing else. */
const deferral = z.strictObject({ flags: maybe(z.literal([0, MessageFlags.Ephemeral])) })

/**
 * Which answers each kind of interaction may get.
 * https://docs.discord.com/developers/interactions/receiving-and-responding
 */
const allowedAnswers: Readonly<Record<number, readonly InteractionResponseType[]>> = {
  [InteractionType.ApplicationCommand]: [4, 5, 9],
  [InteractionType.MessageComponent]: [4, 5, 6, 7, 9],
  [InteractionType.ApplicationCommandAutocomplete]: [8],
  [InteractionType.ModalSubmit]: [4, 5, 6, 7],
}

type Answering = { readonly type: InteractionType; readonly hasSource: boolean; readonly optionType: number }

/** The body of a callback, for the interaction that it answers. */
export const callbackBody = ({ type, hasSource, optionType }: Answering) =>
  z
    .discriminatedUnion('type', [
      z.strictObject({
        type: z.literal(InteractionResponseType.ChannelMessageWithSource),
        data: answerBody,
      }),
      z.strictObject({
        type: z.literal(InteractionResponseType.DeferredChannelMessageWithSource),
        data: maybe(deferral),
      }),
      z.strictObject({
        type: z.literal(InteractionResponseType.DeferredMessageUpdate),
        data: maybe(deferral),
      }),
      z.strictObject({ type: z.literal(InteractionResponseType.UpdateMessage), data: maybe(editBody) }),
      z.strictObject({
        type: z.literal(InteractionResponseType.ApplicationCommandAutocompleteResult),
        data: suggestions(optionType),
      }),
      z.strictObject({ type: z.literal(InteractionResponseType.Modal), data: modal }),
    ])
    .superRefine((value, context) => {
      const allowed = allowedAnswers[type] ?? []
      const needsSource = [
        InteractionResponseType.UpdateMessage,
        InteractionResponseType.DeferredMessageUpdate,
      ].includes(value.type)
      if (!allowed.includes(value.type) || (needsSource && !hasSource))
        complain(context, 'BASE_TYPE_CHOICES', 'This answer is not allowed for this interaction.', ['type'])
    })
