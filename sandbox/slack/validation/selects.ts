import { z } from 'zod'
import { limits } from '../limits.ts'
import { actionable, checkInitial, confirmable, focusable, placeholder } from './element-parts.ts'
import { type Option, option, optionGroup } from './objects.ts'
import { complain } from './problems.ts'

const menu = { ...actionable, ...confirmable, ...focusable, ...placeholder }
const severalOf = { max_selected_items: z.int().min(1).optional() }
const staticOptions = {
  options: z.array(option).min(1).max(limits.selectOptions).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.optionGroups).optional(),
}

type StaticOptions = {
  options?: readonly Option[] | undefined
  option_groups?: readonly { options: readonly Option[] }[] | undefined
}

const checkStatic = (
  { options, option_groups }: StaticOptions,
  initial: readonly Option[],
  context: z.RefinementCtx,
  field: string,
): void => {
  if ((options === undefined) === (option_groups === undefined))
    complain(context, 'must provide exactly one of options and option_groups')
  const offered = options ?? (option_groups ?? []).flatMap((group) => group.options)
  checkInitial(offered, initial, context, field)
}

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...menu,
    ...staticOptions,
    initial_option: option.optional(),
  })
  .superRefine((value, context) =>
    checkStatic(value, value.initial_option ? [value.initial_option] : [], context, 'initial_option'),
  )

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...menu,
    ...severalOf,
    ...staticOptions,
    initial_options: z.array(option).min(1).optional(),
  })
  .superRefine((value, context) =>
    checkStatic(value, value.initial_options ?? [], context, 'initial_options'),
  )

const minQueryLength = { min_query_length: z.int().min(0).optional() }

const externalSelect = z.strictObject({
  type: z.literal('external_select'),
  ...menu,
  ...minQueryLength,
  initial_option: option.optional(),
})

const multiExternalSelect = z.strictObject({
  type: z.literal('multi_external_select'),
  ...menu,
  ...severalOf,
  ...minQueryLength,
  initial_options: z.array(option).min(1).optional(),
})

const conversations = {
  default_to_current_conversation: z.boolean().optional(),
  filter: z
    .strictObject({
      include: z
        .array(z.enum(['im', 'mpim', 'private', 'public']))
        .min(1)
        .optional(),
      exclude_external_shared_channels: z.boolean().optional(),
      exclude_bot_users: z.boolean().optional(),
    })
    .superRefine((filter, context) => {
      if (Object.keys(filter).length === 0) complain(context, 'must provide at least one field')
    })
    .optional(),
}

const usersSelect = z.strictObject({
  type: z.literal('users_select'),
  ...menu,
  initial_user: z.string().optional(),
})
const multiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  ...menu,
  ...severalOf,
  initial_users: z.array(z.string()).optional(),
})
const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  ...menu,
  initial_channel: z.string().optional(),
})
const multiChannelsSelect = z.strictObject({
  type: z.literal('multi_channels_select'),
  ...menu,
  ...severalOf,
  initial_channels: z.array(z.string()).optional(),
})
const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...menu,
  ...conversations,
  initial_conversation: z.string().optional(),
})
const multiConversationsSelect = z.strictObject({
  type: z.literal('multi_conversations_select'),
  ...menu,
  ...severalOf,
  ...conversations,
  initial_conversations: z.array(z.string()).optional(),
})

/**
 * Menus of which one entry is chosen.
 * https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
 */
export const singleSelects = [
  staticSelect,
  externalSelect,
  usersSelect,
  conversationsSelect,
  channelsSelect,
] as const

/**
 * Menus of which several are.
 * https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element
 */
export const multiSelects = [
  multiStaticSelect,
  multiExternalSelect,
  multiUsersSelect,
  multiConversationsSelect,
  multiChannelsSelect,
] as const
