import { ButtonStyle, ComponentType } from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { channelTypes } from './channel-types.ts'
import { webUrl } from './embeds.ts'
import { between, complain, maybe, snowflake } from './problems.ts'

/**
 * What buttons and menus share, in messages as in forms.
 * https://docs.discord.com/developers/components/reference
 */
export const componentId = maybe(z.int().min(0).max(limits.componentId))
export const customId = between(z.string(), 1, limits.customId)

/** One of Unicode's. A server or an application has none of its own here, so that every id is unknown. */
const emoji = z
  .strictObject({ id: maybe(snowflake), name: maybe(z.string()), animated: maybe(z.boolean()) })
  .superRefine(({ id, name = '' }, context) => {
    const isKnown = id === undefined && /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v.test(name)
    if (!isKnown)
      complain(context, 'BUTTON_COMPONENT_INVALID_EMOJI', 'Invalid emoji', [id === undefined ? 'name' : 'id'])
  })

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

type ButtonShape = z.output<typeof buttonShape>

const refuseFields = (
  value: ButtonShape,
  fields: readonly (keyof ButtonShape)[],
  context: z.RefinementCtx,
): void => {
  for (const field of fields)
    if (value[field] !== undefined)
      complain(context, 'BASE_TYPE_FORBIDDEN', 'A button of this style has no such field', [field])
}

const checkLabel = (value: ButtonShape, context: z.RefinementCtx): void => {
  if (!value.label && !value.emoji)
    complain(context, 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A label or an emoji is required')
}

const checkPlainButton = (value: ButtonShape, context: z.RefinementCtx) => {
  refuseFields(value, ['sku_id'], context)
  checkLabel(value, context)
  if (value.url !== undefined)
    complain(context, 'BUTTON_COMPONENT_INVALID_URL', 'Only link buttons may have a url', ['url'])
  if (value.custom_id === undefined)
    complain(context, 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id is required', ['custom_id'])
}

const checkLinkButton = (value: ButtonShape, context: z.RefinementCtx) => {
  refuseFields(value, ['sku_id'], context)
  checkLabel(value, context)
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
    refuseFields(value, ['custom_id', 'label', 'url', 'emoji'], context)
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

type Span = { readonly min_values?: number | undefined; readonly max_values?: number | undefined }

/** Complains of a choice that requires more than it lets one choose. */
export const checkSpan = (value: Span, context: z.RefinementCtx): void => {
  if ((value.min_values ?? 1) > (value.max_values ?? Math.max(1, value.min_values ?? 1)))
    complain(context, 'BASE_TYPE_MAX', 'min_values must be less than or equal to max_values', ['min_values'])
}

const checkPresets = (
  count: number,
  { min_values: min = 1, max_values: max = Math.max(1, min) }: Span,
  path: string,
  context: z.RefinementCtx,
): void => {
  if (count > 0 && (count < min || count > max))
    complain(context, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`, [path])
}

export const stringSelect = z
  .strictObject({
    ...menuFields,
    type: z.literal(ComponentType.StringSelect),
    options: choices(1, limits.selectOptions),
  })
  .superRefine((value, context) => {
    checkSpan(value, context)
    // That fewer are chosen at first than have to be is the person's to mend.
    checkPresets(
      value.options.filter((option) => option.default).length,
      { ...value, min_values: 0 },
      'options',
      context,
    )
    const fewest = Math.max(value.min_values ?? 1, value.max_values ?? 1)
    if (value.options.length < fewest)
      complain(
        context,
        'BASE_TYPE_BAD_LENGTH',
        `Must be between ${fewest} and ${limits.selectOptions} in length.`,
        ['options'],
      )
  })

const presetsOf = (kinds: readonly string[]) =>
  maybe(z.array(z.strictObject({ id: snowflake, type: z.literal([...kinds]) })).max(limits.selectValues))

type EntitySelect = Span & { readonly default_values?: readonly unknown[] | undefined }

const checkEntities = (value: EntitySelect, context: z.RefinementCtx): void => {
  checkSpan(value, context)
  checkPresets(value.default_values?.length ?? 0, value, 'default_values', context)
}

const entitySelect = <T extends number>(type: T, kinds: readonly string[]) =>
  z
    .strictObject({ ...menuFields, type: z.literal(type), default_values: presetsOf(kinds) })
    .superRefine(checkEntities)

export const userSelect = entitySelect(ComponentType.UserSelect as const, ['user'])
export const roleSelect = entitySelect(ComponentType.RoleSelect as const, ['role'])
export const mentionableSelect = entitySelect(ComponentType.MentionableSelect as const, ['user', 'role'])
export const channelSelect = z
  .strictObject({
    ...menuFields,
    type: z.literal(ComponentType.ChannelSelect),
    default_values: presetsOf(['channel']),
    channel_types: channelTypes,
  })
  .superRefine(checkEntities)
