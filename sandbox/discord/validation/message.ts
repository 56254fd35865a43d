import { AllowedMentionsTypes, MessageReferenceType } from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { messageComponent } from './components.ts'
import { embeds } from './embeds.ts'
import { between, checkUnique, complain, maybe, snowflake } from './problems.ts'

/** Fields that Discord documents and that this sandbox does not serve: never taken in silence. */
const notServed = maybe(
  z.unknown().superRefine((value, context) => {
    const isEmpty = Array.isArray(value) && value.length === 0
    if (!isEmpty) complain(context, 'NOT_SERVED', 'The stand-in does not serve this field.')
  }),
)

const ids = maybe(z.array(snowflake).max(limits.allowedMentionIds).superRefine(checkUnique))

const exclusive = [
  ['users', AllowedMentionsTypes.User],
  ['roles', AllowedMentionsTypes.Role],
] as const

/** https://docs.discord.com/developers/resources/message#allowed-mentions-object */
const allowedMentions = z
  .strictObject({
    parse: maybe(z.array(z.enum(AllowedMentionsTypes)).superRefine(checkUnique)),
    users: ids,
    roles: ids,
    replied_user: maybe(z.boolean()),
  })
  .superRefine((value, context) => {
    for (const [field, type] of exclusive)
      if (value[field]?.length && value.parse?.includes(type))
        complain(
          context,
          'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
          `parse:["${type}"] and ${field}: [ids...] are mutually exclusive.`,
        )
  })

export type AllowedMentions = z.output<typeof allowedMentions>

const ignored = z.unknown().optional()

/**
 * What discord.js says besides of an attachment that stays, since it sends it back as it
 * holds it. Discord takes no notice.
 * https://discord.js.org/docs/packages/discord.js/14.28.1/Attachment:Class
 */
const heldFields = {
  attachment: ignored,
  name: ignored,
  size: ignored,
  url: ignored,
  proxyURL: ignored,
  height: ignored,
  width: ignored,
  contentType: ignored,
  ephemeral: ignored,
  duration: ignored,
  flags: ignored,
}

const attachment = z.strictObject({
  ...heldFields,
  id: z.union([z.int().min(0).transform(String), snowflake]),
  filename: maybe(between(z.string(), 1, limits.fileName)),
  description: maybe(z.string().max(limits.fileDescription)),
  title: maybe(z.string().max(limits.fileTitle)),
  duration_secs: maybe(z.number().min(0)),
  waveform: maybe(z.base64().max(limits.waveform)),
  is_spoiler: maybe(z.boolean()),
  is_remix: maybe(z.boolean()),
})

export type AttachmentEntry = z.output<typeof attachment>

const attachments = z
  .array(attachment)
  .max(limits.files)
  .superRefine((list, context) => {
    checkUnique(
      list.map(({ id }) => id),
      context,
    )
  })

const fields = {
  // Null clears and absence keeps, so these stay as they came.
  content: z.string().max(limits.content).nullish(),
  embeds: embeds.nullish(),
  components: z.array(messageComponent).nullish(),
  attachments: attachments.nullish(),
  flags: z.int().min(0).nullish(),
  allowed_mentions: maybe(allowedMentions),
  // Of new messages in a channel alone; clients say no to it everywhere.
  nonce: maybe(z.never()),
  enforce_nonce: maybe(z.literal(false)),
  sticker_ids: notServed,
  poll: notServed,
  shared_client_theme: notServed,
}

/** What an edit takes. https://docs.discord.com/developers/resources/message#edit-message */
export const editBody = z.strictObject({ ...fields, tts: maybe(z.literal(false)) })

const tts = maybe(z.boolean())

/** What answers and follow-ups take. https://docs.discord.com/developers/resources/webhook#execute-webhook */
export const answerBody = z.strictObject({ ...fields, tts })

/** https://docs.discord.com/developers/resources/message#create-message */
export const newMessageBody = z.strictObject({
  ...fields,
  nonce: maybe(z.union([z.int(), z.string().max(limits.nonce)])),
  enforce_nonce: maybe(z.boolean()),
  tts,
  message_reference: maybe(
    z.strictObject({
      type: maybe(z.literal(MessageReferenceType.Default)),
      message_id: snowflake,
      channel_id: maybe(snowflake),
      guild_id: maybe(snowflake),
      fail_if_not_exists: maybe(z.boolean()),
    }),
  ),
})

export type NewMessageBody = z.output<typeof newMessageBody>
export type MessageBody = z.output<typeof answerBody> | NewMessageBody
