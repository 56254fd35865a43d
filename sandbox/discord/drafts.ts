import { MessageFlags } from 'discord-api-types/v10'
import { checkPlan } from './draft-rules.ts'
import { cleanFileName, type IncomingFile, storeFile } from './files.ts'
import { refuseTooLarge } from './places.ts'
import type { Channel, Message, StoredFile, World } from './state.ts'
import type { MessageComponent } from './validation/components.ts'
import type { Embed } from './validation/embeds.ts'
import type { AttachmentEntry, MessageBody } from './validation/message.ts'

/** What a message is going to show, after every rule was obeyed. */
export type Draft = {
  readonly content: string
  readonly embeds: readonly Embed[]
  readonly components: readonly MessageComponent[]
  readonly files: readonly StoredFile[]
  readonly flags: number
}

export type DraftContext = {
  readonly channel: Channel
  readonly incoming: readonly IncomingFile[]
  /** The message being edited. */
  readonly before: Message | undefined
  /** Where the message is in the body: ['data'] in an interaction's callback. */
  readonly at: readonly PropertyKey[]
  /** Flags that may be set here. */
  readonly settable: number
}

/** A file that the message will have: one it has already, or one that came with this request. */
export type PlannedFile = { readonly name: string } & (
  | { readonly kept: StoredFile }
  | { readonly incoming: IncomingFile; readonly entry: AttachmentEntry | undefined }
)

/** A draft whose new files are not kept yet. */
export type Plan = Omit<Draft, 'files'> & { readonly files: readonly PlannedFile[] }

const planNew = (incoming: IncomingFile, entry: AttachmentEntry | undefined): PlannedFile => ({
  incoming,
  entry,
  name: cleanFileName(entry?.filename ?? incoming.name),
})

const planKept = (kept: StoredFile): PlannedFile => ({ kept, name: kept.name })

/** https://docs.discord.com/developers/reference#editing-message-attachments */
const planEdited = (old: StoredFile, { description, is_spoiler: isSpoiler }: AttachmentEntry): PlannedFile =>
  planKept({
    ...old,
    ...(description !== undefined && { description }),
    ...(isSpoiler !== undefined && { isSpoiler }),
  })

/**
 * Without a list everything stays and everything new is added; a list names all that the message keeps.
 */
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
    return old ? [planEdited(old, entry)] : []
  })
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
  refuseTooLarge(world, context.channel, context.incoming)
  const plan = planMessage(body, context)
  checkPlan(plan, body, context)
  return { ...plan, files: plan.files.map((file) => keepFile(world, context.channel.id, file)) }
}
