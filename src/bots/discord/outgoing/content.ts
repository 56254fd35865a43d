import type { RawFile } from 'discord.js'
import { type Download, isFileGone, readSource } from '../../../core/clip/download.ts'
import type { FilesLog } from '../../../core/clip/files-log.ts'
import { type Attempt, canBeLinked } from '../../../core/job/platform.ts'
import { takerIn } from '../../../core/job-id.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import { fileBytesMaxAnywhere } from '../incoming/rights.ts'
import { withTaker } from '../render/buttons.ts'
import { limits } from '../render/limits.ts'
import { type RenderedMessage, render, shown, type Upload } from '../render/render.ts'
import { isNotPermitted, isTooLarge, isUnanswered } from './errors.ts'

interface ContentOptions {
  download: Download
  filesLog: FilesLog
  log: Log
}

/** A line about a file that is not attached, and a shorter one without its address. */
interface Line {
  full: string
  short: string
}

interface Loaded {
  files: { data: Uint8Array; upload: Upload }[]
  links: Line[]
  /** Those whose addresses no longer work. */
  gone: Upload[]
}

const linkTitleMax = 100

/** The address of a file at the service, in brackets that suppress Discord's preview; covered if the file would be. */
const linkLine = ({ description, source, isSpoiler }: Upload, isGone = false): Line[] => {
  if (source.kind !== 'remote') return []
  const name = shown(description, linkTitleMax, true)
  if (isGone) {
    const text = say('{{name}}: no longer available from the audio service', { name })
    return [{ full: text, short: text }]
  }
  const short = say("{{name}}: couldn't be attached", { name })
  if (!URL.canParse(source.url)) return [{ full: short, short }]
  const link = `<${new URL(source.url).href.replaceAll('|', '%7C')}>` // it would end a spoiler
  return [{ full: `${name}: ${isSpoiler ? `||${link}||` : link}`, short }]
}

const textLengthMin = 500

/**
 * A text with its small print and lines below it; the text is cut to fit. An address is complete or left out. The
 * small print and the last line always stay.
 */
const withLines = (
  { content: text, below: small }: RenderedMessage,
  lines: readonly Line[],
  last: string | undefined,
): string => {
  const end = last === undefined ? '' : `\n${last}`
  const endLength = small.length + end.length
  const roomMax = Math.max(0, limits.content - textLengthMin - endLength)
  let left = roomMax - lines.reduce((sum, { short }) => sum + short.length + 1, 0)
  let below = ''
  for (const { full, short } of lines) {
    const isFull = full.length - short.length <= left
    if (isFull) left -= full.length - short.length
    const line = `\n${isFull ? full : short}`
    if (below.length + line.length <= roomMax) below += line
  }
  return shortened(text, limits.content - below.length - endLength) + small + below + end
}

/**
 * Reads every file that fits, in the largest form that does; one that does not fit, or may now be linked,
 * becomes a line with its address, unless it is gone.
 */
const load = async (
  options: ContentOptions,
  uploads: readonly Upload[],
  attempt: Attempt,
  fileBytesMax: number,
): Promise<Loaded> => {
  const loaded: Loaded = { files: [], links: [], gone: [] }
  let roomBytes: number = limits.requestBytes
  for (const upload of uploads) {
    try {
      const { data, smaller } = await readSource(options, upload.source, Math.min(fileBytesMax, roomBytes))
      roomBytes -= data.byteLength
      loaded.files.push({ data, upload: smaller === undefined ? upload : { ...upload, name: smaller.name } })
      if (smaller !== undefined) loaded.links.push(...linkLine({ ...upload, description: upload.name }))
    } catch (error) {
      if (!canBeLinked(error, attempt)) throw error
      const isGone = isFileGone(error)
      options.filesLog(isGone ? 'a file is gone' : 'a file is linked instead of attached', error)
      if (isGone) loaded.gone.push(upload)
      loaded.links.push(...linkLine(upload, isGone))
    }
  }
  return loaded
}

/** A message as it is sent. */
export interface Content {
  body: {
    content: string
    embeds: RenderedMessage['embeds']
    components: RenderedMessage['components']
    allowed_mentions: { parse: []; users?: string[] }
    attachments: { id: number; filename: string; description: string; is_spoiler?: true }[]
  }
  files: RawFile[]
}

const textTimeoutMs = 10_000
/** The throughput of a 400 kbit/s connection. */
const uploadBytesPerMs = 50
/** A delivery step has six minutes, which include reading the files. */
const uploadTimeoutMaxMs = 150_000

/** How long a request with these files waits for an answer: a late edit could overwrite a newer one. */
export const answerTimeoutMs = (files: readonly Pick<RawFile, 'data'>[]): number => {
  let fileBytes = 0
  for (const { data } of files) if (data instanceof Uint8Array) fileBytes += data.byteLength
  return Math.min(textTimeoutMs + Math.ceil(fileBytes / uploadBytesPerMs), uploadTimeoutMaxMs)
}

/** All files of the service as links; texts that we wrote are small. */
const linked = ({ uploads }: RenderedMessage, { files, gone }: Loaded): Loaded => ({
  files: files.filter(({ upload }) => upload.source.kind === 'text'),
  links: uploads.flatMap((upload) => linkLine(upload, gone.includes(upload))),
  gone,
})

/** No files at all, for when the bot may not attach any. */
const bare = ({ uploads }: RenderedMessage, { gone }: Loaded): Loaded => ({
  files: [],
  gone,
  links: uploads.flatMap((upload) => {
    if (upload.source.kind === 'remote') return linkLine(upload, gone.includes(upload))
    const short = say("{{file}}: I can't attach files here.", {
      file: shown(upload.name, linkTitleMax, true),
    })
    return [{ full: short, short }]
  }),
})

const contentOf = (rendered: RenderedMessage, loaded: Loaded, mark: string | undefined): Content => {
  const files: RawFile[] = []
  const attachments: Content['body']['attachments'] = []
  for (const [id, { data, upload }] of loaded.files.entries()) {
    const { name, description, source, isSpoiler } = upload
    // https://docs.discord.com/developers/resources/message#attachment-object-attachment-request-structure
    attachments.push({ id, filename: name, description, ...(isSpoiler && { is_spoiler: true }) })
    // discord.js guesses a file's type by its first bytes, and would take lyrics that begin with "[" for JSON.
    files.push({ name, data, ...(source.kind === 'text' && { contentType: 'text/plain; charset=utf-8' }) })
  }
  // A picture that was not attached is left out, and so is an embed without other content.
  const embeds: RenderedMessage['embeds'] = []
  for (const { thumbnail, ...embed } of rendered.embeds) {
    if (thumbnail !== undefined && files.some(({ name }) => thumbnail.url === `attachment://${name}`))
      embeds.push({ ...embed, thumbnail })
    else if (embed.description !== undefined || embed.fields !== undefined) embeds.push(embed)
  }
  const content = withLines(rendered, loaded.links, mark)
  const { components, mentions } = rendered
  const allowed_mentions: Content['body']['allowed_mentions'] = { parse: [] }
  if (mentions !== undefined) allowed_mentions.users = [mentions]
  return { body: { content, embeds, components, allowed_mentions, attachments }, files }
}

/** A message whose files were read, sent in the fullest form that Discord accepts. */
export interface Contents {
  /** `mark` is our own last line. Throws what `request` throws. */
  send<Result>(request: (content: Content) => Promise<Result>, mark?: string): Promise<Result>
}

/** A message as text only. */
export const textOf = (message: ResultMessage): Content => {
  const rendered = { ...render(message), uploads: [] }
  return contentOf(rendered, { files: [], links: [], gone: [] }, undefined)
}

const isWithinAnyLimit = ({ files }: Loaded): boolean =>
  files.every(({ data }) => data.byteLength <= fileBytesMaxAnywhere)

/**
 * Renders a message and reads its files. If Discord still finds the files too large (a server may have lost its
 * boosts since), sends the forms that fit everywhere, otherwise links; if the place accepts no files, or the
 * upload is too slow, links everything.
 */
export const readContents = async (
  options: ContentOptions,
  message: ResultMessage,
  attempt: Attempt,
): Promise<Contents> => {
  const { components, ...rest } = render(message)
  const rendered = { ...rest, components: withTaker(components, takerIn(attempt.notes)) }
  const loaded = await load(options, rendered.uploads, attempt, attempt.fileBytesMax)
  return {
    async send(request, mark) {
      const sendAs = (form: Loaded) => request(contentOf(rendered, form, mark))
      const sendSmaller = async () => {
        if (isWithinAnyLimit(loaded)) return sendAs(linked(rendered, loaded))
        const least = await load(options, rendered.uploads, attempt, fileBytesMaxAnywhere)
        return sendAs(least).catch((error: unknown) => {
          if (isTooLarge(error)) return sendAs(linked(rendered, least))
          throw error
        })
      }
      try {
        return await sendAs(loaded)
      } catch (error) {
        if (loaded.files.length === 0) throw error
        if (isTooLarge(error)) return sendSmaller()
        if (isNotPermitted(error)) return sendAs(bare(rendered, loaded))
        if (!isUnanswered(error) || !attempt.linksAllowed) throw error
        options.log.warn('files are linked instead of attached, because Discord did not answer in time', {
          error,
        })
        return sendAs(linked(rendered, loaded))
      }
    },
  }
}
