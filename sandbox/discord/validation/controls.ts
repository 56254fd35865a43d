import { ButtonStyle, ComponentType } from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { webUrl } from './embeds.ts'
import { between, complain, maybe, snowflake } from './problems.ts'

/** What buttons and menus share, in messages as in forms. https://docs.discord.com/developers/components/reference */
export const componentId = maybe(z.int().min(0))
export const customId = between(z.string(), 1, limits.customId)

const emoji = z.strictObject({ id: maybe(snowflake), name: maybe(z.string()), animated: maybe(z.boolean()) })

const buttonShape = z.strictObject({
  type: z.literal(ComponentType.Button),
  id: componentId,
  style: z.union([1, 2, 3, 4, 5, 6].map((style) => z.literal(style))),
  custom_id: maybe(customId),
  label: maybe(z.string().max(limits.buttonLabel)),
  emoji: maybe(emoji),
  url: maybe(webUrl.max(limits.buttonUrl)),
  sku_id: maybe(snowflake),
  disabled: maybe(z.boolean()),
})

const checkPlainButton = (value: z.output<typeof buttonShape>, context: z.RefinementCtx) => {
  if (value.url !== undefined)
    complain(context, 'BUTTON_COMPONENT_INVALID_URL', 'Only link buttons may have a url', ['url'])
  if (value.custom_id === undefined)
    complain(context, 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id is required', ['custom_id'])
  if (!value.label && !value.emoji)
    complain(context, 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A label or an emoji is required')
}

const checkLinkButton = (value: z.output<typeof buttonShape>, context: z.RefinementCtx) => {
  if (value.custom_id !== undefined)
    complain(
      context,
      'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
      'A custom id and url cannot both be specified',
      ['custom_id'],
    )
  if (value.url === undefined) complain(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['url'])
}

export const button = buttonShape.superRefine((value, context) => {
  if (value.style === ButtonStyle.Link) checkLinkButton(value, context)
  else if (value.style === ButtonStyle.Premium) {
    if (value.sku_id === undefined)
      complain(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['sku_id'])
  } else checkPlainButton(value, context)
})

export type Button = z.output<typeof button>

const optionText = between(z.string(), 1, limits.selectOptionText)

/** One line of a menu or a group of choices. */
export const choice = z.strictObject({
  label: optionText,
  value: optionText,
  description: maybe(z.string().max(limits.selectOptionText)),
  emoji: maybe(emoji),
  default: maybe(z.boolean()),
})

/** Choices whose values must differ, since the answer names the value only. */
export const choices = (min: number, max: number) =>
  between(z.array(choice), min, max).superRefine((list, context) => {
    list.forEach(({ value }, index) => {
      if (list.findIndex((other) => other.value === value) < index)
        complain(
          context,
          'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
          'The specified option value is already used',
          [index, 'value'],
        )
    })
  })

const menuFields = {
  id: componentId,
  custom_id: customId,
  placeholder: maybe(z.string().max(limits.selectPlaceholder)),
  min_values: maybe(z.int().min(0).max(limits.selectValues)),
  max_values: maybe(z.int().min(1).max(limits.selectValues)),
  disabled: maybe(z.boolean()),
  required: maybe(z.boolean()),
}

const checkSpan = (
  value: { min_values?: number | undefined; max_values?: number | undefined },
  context: z.RefinementCtx,
) => {
  if ((value.min_values ?? 1) > (value.max_values ?? Math.max(1, value.min_values ?? 1)))
    complain(context, 'BASE_TYPE_MAX', 'min_values must be less than or equal to max_values', ['min_values'])
}

export const stringSelect = z
  .strictObject({
    ...menuFields,
    type: z.literal(ComponentType.StringSelect),
    options: choices(1, limits.selectOptions),
  })
  .superRefine((value, context) => {
    checkSpan(value, context)
    const fewest = Math.max(value.min_values ?? 1, value.max_values ?? 1)
    if (value.options.length < fewest)
      complain(
        context,
        'BASE_TYPE_BAD_LENGTH',
        `Must be between ${fewest} and ${limits.selectOptions} in length.`,
        ['options'],
      )
  })

const defaultValues = maybe(
  z
    .array(z.strictObject({ id: snowflake, type: z.enum(['user', 'role', 'channel']) }))
    .max(limits.selectValues),
)

const entitySelect = <T extends number>(type: T) =>
  z
    .strictObject({ ...menuFields, type: z.literal(type), default_values: defaultValues })
    .superRefine(checkSpan)

export const userSelect = entitySelect(ComponentType.UserSelect as const)
export const roleSelect = entitySelect(ComponentType.RoleSelect as const)
export const mentionableSelect = entitySelect(ComponentType.MentionableSelect as const)
export const channelSelect = z
  .strictObject({
    ...menuFields,
    type: z.literal(ComponentType.ChannelSelect),
    default_values: defaultValues,
    channel_types: maybe(z.array(z.int())),
  })
  .superRefine(checkSpan)
