import { MessageFlags } from 'discord-api-types/v10'
import { cleanFileName, type IncomingFile, refuseTooLarge, storeFile } from './files.ts'
import { limits } from './limits.ts'
import { refused } from './refusal.ts'
import type { Message, StoredFile, World } from './state.ts'
import { componentMedia, componentProblems, type MessageComponent } from './validation/components.ts'
import { type Embed, embedMedia, isEmptyEmbed } from './validation/embeds.ts'
import type { AttachmentEntry, MessageBody } from './validation/message.ts'
import { type Problem, refuseProblems } from './validation/problems.ts'

/** What a message is going to show, after every rule was obeyed. */
export type Draft = {
  readonly content: string
  readonly embeds: readonly Embed[]
  readonly components: readonly MessageComponent[]
  readonly files: readonly StoredFile[]
  readonly flags: number
}

export type DraftContext = {
  readonly channelId: string
  readonly incoming: readonly IncomingFile[]
  /** The message being edited. */
  readonly before: Message | undefined
  /** Where the message is in the body: ['data'] in an interaction's callback. */
  readonly at: readonly PropertyKey[]
  /** Flags that may be set here. */
  readonly settable: number
}

/** A file that the message will have: one it has already, or one that came with this request. */
type PlannedFile = { readonly name: string } & (
  | { readonly kept: StoredFile }
  | { readonly incoming: IncomingFile; readonly entry: AttachmentEntry | undefined }
)

type Plan = Omit<Draft, 'files'> & { readonly files: readonly PlannedFile[] }

const has = (flags: number, flag: MessageFlags) => (flags & flag) === flag

const planNew = (incoming: IncomingFile, entry: AttachmentEntry | undefined): PlannedFile => ({
  incoming,
  entry,
  name: cleanFileName(entry?.filename ?? incoming.name),
})

const planKept = (kept: StoredFile): PlannedFile => ({ kept, name: kept.name })

/** Without a list everything stays and everything new is added; a list names all that the message shall have. */
const planFiles = (body: MessageBody, { incoming, before }: DraftContext): readonly PlannedFile[] => {
  const kept = before?.files ?? []
  const { attachments } = body
  if (!attachments) {
    const staying = attachments === null ? [] : kept
    return [...staying.map(planKept), ...incoming.map((file) => planNew(file, undefined))]
  }
  return attachments.flatMap((entry) => {
    const fresh = incoming.find(({ index }) => index === entry.id)
    if (fresh) return [planNew(fresh, entry)]
    const old = kept.find(({ id }) => id === entry.id)
    return old
      ? [planKept(entry.description === undefined ? old : { ...old, description: entry.description })]
      : []
  })
}

const attachmentProblems = (body: MessageBody, context: DraftContext, plan: Plan): readonly Problem[] => {
  const entries = body.attachments ?? []
  const known = new Set([
    ...context.incoming.map(({ index }) => index),
    ...(context.before?.files ?? []).map(({ id }) => id),
  ])
  const unlisted = body.attachments
    ? context.incoming.filter(({ index }) => !entries.some(({ id }) => id === index))
    : []
  return [
    ...entries.flatMap(({ id }, index) =>
      known.has(id)
        ? []
        : [
            {
              path: ['attachments', index, 'id'],
              code: 'ATTACHMENT_NOT_FOUND',
              message: `No file "${id}" was found.`,
            },
          ],
    ),
    ...unlisted.map(({ index }) => ({
      path: ['attachments'],
      code: 'ATTACHMENT_NOT_LISTED',
      message: `files[${index}] is not in the list.`,
    })),
    ...(plan.files.length > limits.files
      ? [
          {
            path: ['attachments'],
            code: 'BASE_TYPE_MAX_LENGTH',
            message: `Must be ${limits.files} or fewer in length.`,
          },
        ]
      : []),
  ]
}

const referenceProblems = (plan: Plan): readonly Problem[] => {
  const names = new Set(plan.files.map(({ name }) => name))
  const media = [
    ...embedMedia(plan.embeds).map(({ path, url }) => ({ path: ['embeds', ...path], url })),
    ...componentMedia(plan.components).map(({ path, url }) => ({ path: ['components', ...path], url })),
  ]
  return media.flatMap(({ path, url }) => {
    const [, name] = /^attachment:\/\/(.*)$/.exec(url) ?? []
    return name === undefined || names.has(name)
      ? []
      : [
          {
            path,
            code: 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
            message: `The referenced attachment ${name} was not found.`,
          },
        ]
  })
}

const legacyFieldProblems = (plan: Plan): readonly Problem[] =>
  (['content', 'embeds'] as const).flatMap((field) =>
    plan[field].length === 0
      ? []
      : [
          {
            path: [field],
            code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
            message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
          },
        ],
  )

const flagProblems = (body: MessageBody, { before, settable }: DraftContext): readonly Problem[] => {
  const wanted = body.flags ?? 0
  const losesV2 =
    before && typeof body.flags === 'number' && has(before.flags & ~body.flags, MessageFlags.IsComponentsV2)
  const refusedBits = before ? 0 : wanted & ~settable
  return [
    ...(losesV2
      ? [
          {
            path: ['flags'],
            code: 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG',
            message: 'IS_COMPONENTS_V2 cannot be removed from a message.',
          },
        ]
      : []),
    ...(refusedBits
      ? [
          {
            path: ['flags'],
            code: 'BASE_TYPE_CHOICES',
            message: `These flags cannot be set here: ${refusedBits}.`,
          },
        ]
      : []),
  ]
}

/** Edits set what may be set and leave the rest as it was: an ephemeral flag there is ignored. */
const planFlags = (body: MessageBody, { before, settable }: DraftContext): number => {
  const asked = (body.flags ?? 0) & settable
  if (!before) return asked
  const kept = typeof body.flags === 'number' ? before.flags & ~MessageFlags.SuppressEmbeds : before.flags
  return (kept | asked) & ~MessageFlags.Loading
}

/** Absence keeps what was, null clears it. */
const chosen = <T>(given: T | null | undefined, before: T | undefined, empty: T): T =>
  given === undefined ? (before ?? empty) : (given ?? empty)

const planMessage = (body: MessageBody, context: DraftContext): Plan => ({
  content: chosen(body.content, context.before?.content, ''),
  embeds: chosen<readonly Embed[]>(body.embeds, context.before?.embeds, []),
  components: chosen<readonly MessageComponent[]>(body.components, context.before?.components, []),
  files: planFiles(body, context),
  flags: planFlags(body, context),
})

const refuseEmpty = (plan: Plan): void => {
  const isV2 = has(plan.flags, MessageFlags.IsComponentsV2)
  const hasText = !isV2 && (plan.content.trim() !== '' || plan.embeds.some((embed) => !isEmptyEmbed(embed)))
  const hasFiles = !isV2 && plan.files.length > 0
  if (!hasText && !hasFiles && plan.components.length === 0) throw refused('emptyMessage')
}

/** https://docs.discord.com/developers/resources/message#voice-messages */
const refuseBadVoice = (plan: Plan, { before }: DraftContext): void => {
  if (!has(plan.flags, MessageFlags.IsVoiceMessage)) return
  if (before) throw refused('voiceEdited')
  if (plan.content !== '' || plan.embeds.length > 0 || plan.components.length > 0)
    throw refused('voiceWithContent')
  const [file, ...others] = plan.files
  if (!file || 'kept' in file || others.length > 0 || !file.incoming.contentType.startsWith('audio/'))
    throw refused('voiceWithoutAudio')
  if (file.entry?.duration_secs === undefined || file.entry.waveform === undefined)
    throw refused('voiceWithoutMetadata')
}

const keepFile = (world: World, channelId: string, file: PlannedFile): StoredFile => {
  if ('kept' in file) return file.kept
  const { entry, incoming, name } = file
  return storeFile(world, {
    channelId,
    name,
    contentType: incoming.contentType,
    bytes: incoming.bytes,
    description: entry?.description,
    title: entry?.title,
    isSpoiler: entry?.is_spoiler ?? name.startsWith('SPOILER_'),
    voice:
      entry?.duration_secs !== undefined && entry.waveform !== undefined
        ? { durationSeconds: entry.duration_secs, waveform: entry.waveform }
        : undefined,
  })
}

/**
 * Works out what a new or edited message will show, or throws Discord's refusal.
 * Every rule is checked before a file is kept.
 */
export const draftMessage = (world: World, body: MessageBody, context: DraftContext): Draft => {
  refuseTooLarge(context.incoming)
  const plan = planMessage(body, context)
  const isV2 = has(plan.flags, MessageFlags.IsComponentsV2)
  const problems = [
    ...flagProblems(body, context),
    ...(isV2 ? legacyFieldProblems(plan) : []),
    ...componentProblems(plan.components, isV2).map(({ path, ...rest }) => ({
      ...rest,
      path: ['components', ...path],
    })),
    ...attachmentProblems(body, context, plan),
    ...referenceProblems(plan),
  ]
  refuseProblems(problems.map((problem) => ({ ...problem, path: [...context.at, ...problem.path] })))
  refuseBadVoice(plan, context)
  refuseEmpty(plan)
  return { ...plan, files: plan.files.map((file) => keepFile(world, context.channelId, file)) }
}
