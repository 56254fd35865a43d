import { MessageFlags } from 'discord-api-types/v10'
import type { DraftContext, Plan } from './drafts.ts'
import { limits } from './limits.ts'
import { refused } from './refusal.ts'
import { componentMedia, componentProblems } from './validation/components.ts'
import { embedMedia, isEmptyEmbed } from './validation/embeds.ts'
import type { MessageBody } from './validation/message.ts'
import { type Problem, problemIf, refuseProblems } from './validation/problems.ts'

const has = (flags: number, flag: MessageFlags) => (flags & flag) === flag

/** Every entry of the list is a file, and every file that came is in the list. */
const listProblems = (
  { attachments }: MessageBody,
  { incoming, before }: DraftContext,
): readonly Problem[] => {
  if (!attachments) return []
  const known = [...incoming.map(({ index }) => index), ...(before?.files ?? []).map(({ id }) => id)]
  const listed = attachments.map(({ id }) => id)
  return [
    ...listed.flatMap((id, index) =>
      problemIf(
        !known.includes(id),
        ['attachments', index, 'id'],
        'ATTACHMENT_NOT_FOUND',
        `No file "${id}" was found.`,
      ),
    ),
    ...incoming.flatMap(({ index }) =>
      problemIf(
        !listed.includes(index),
        ['attachments'],
        'ATTACHMENT_NOT_LISTED',
        `files[${index}] is not in the list.`,
      ),
    ),
  ]
}

/** Kept and new files together. */
const countProblems = ({ files }: Plan): readonly Problem[] =>
  problemIf(
    files.length > limits.files,
    ['attachments'],
    'BASE_TYPE_MAX_LENGTH',
    `Must be ${limits.files} or fewer in length.`,
  )

const referenceProblems = (plan: Plan): readonly Problem[] => {
  const addresses = plan.files.map(({ name }) => `attachment://${name}`)
  const media = [
    ...embedMedia(plan.embeds).map(({ path, url }) => ({ path: ['embeds', ...path], url })),
    ...componentMedia(plan.components).map(({ path, url }) => ({ path: ['components', ...path], url })),
  ]
  return media.flatMap(({ path, url }) =>
    problemIf(
      url.startsWith('attachment://') && !addresses.includes(url),
      path,
      'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
      `The referenced attachment ${url} was not found.`,
    ),
  )
}

const legacyFieldProblems = (plan: Plan): readonly Problem[] =>
  (['content', 'embeds'] as const).flatMap((field) =>
    problemIf(
      plan[field].length > 0,
      [field],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    ),
  )

const flagProblems = ({ flags }: MessageBody, { before, settable }: DraftContext): readonly Problem[] => {
  if (typeof flags !== 'number') return []
  // Flags beyond the 32nd bit are lost where numbers are taken for bits.
  const notSettable = BigInt(flags) & ~BigInt(settable)
  return before
    ? problemIf(
        has(before.flags & ~flags, MessageFlags.IsComponentsV2),
        ['flags'],
        'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG',
        'IS_COMPONENTS_V2 cannot be removed from a message.',
      )
    : problemIf(
        notSettable !== 0n,
        ['flags'],
        'BASE_TYPE_CHOICES',
        `These flags cannot be set here: ${notSettable}.`,
      )
}

const partProblems = ({ components }: Plan, isV2: boolean): readonly Problem[] =>
  componentProblems(components, isV2).map((problem) => ({
    ...problem,
    path: ['components', ...problem.path],
  }))

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

/**
 * Throws Discord's refusal when what a message is going to show breaks a rule, alone or
 * with the request that asks for it.
 */
export const checkPlan = (plan: Plan, body: MessageBody, context: DraftContext): void => {
  const isV2 = has(plan.flags, MessageFlags.IsComponentsV2)
  const problems = [
    ...flagProblems(body, context),
    ...(isV2 ? legacyFieldProblems(plan) : []),
    ...partProblems(plan, isV2),
    ...listProblems(body, context),
    ...countProblems(plan),
    ...referenceProblems(plan),
  ]
  refuseProblems(problems.map((problem) => ({ ...problem, path: [...context.at, ...problem.path] })))
  refuseBadVoice(plan, context)
  refuseEmpty(plan)
}
