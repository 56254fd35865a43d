import { type RawFile, type REST, Routes } from 'discord.js'
import { type Download, readSource } from '../../core/download.ts'
import type { Log } from '../../core/log.ts'
import type { ResultMessage } from '../../core/message.ts'
import { type Attempt, canBeLinked, type Platform } from '../../core/platform.ts'
import { shortened } from '../../core/text.ts'
import { isTooLarge, postError } from './errors.ts'
import { idIn } from './id.ts'
import { limits } from './limits.ts'
import { type RenderedMessage, render, shown, type Upload } from './render.ts'
import { readReplyToken } from './reply-token.ts'

interface DeliverOptions {
  rest: () => REST
  download: Download
  log: Log
}

interface Loaded {
  files: { data: Uint8Array; upload: Upload }[]
  links: string[]
}

const linkTitleMax = 100

/** A file's address, in the brackets that keep Discord from a preview; nothing when the service gave no address. */
const linkLine = ({ description, source }: Upload): string[] =>
  source.kind === 'remote' && URL.canParse(source.url)
    ? [`${shown(description, linkTitleMax)}: <${new URL(source.url).href}>`]
    : []

const textLengthMin = 500

/** A text with lines below it. A line is there whole or not at all, for half an address is none; the text gives way. */
const withLines = (text: string, lines: readonly string[]): string => {
  let below = ''
  for (const line of lines) {
    if (below.length + line.length < limits.content - textLengthMin) below += `\n${line}`
  }
  return shortened(text, limits.content - below.length) + below
}

/** Reads every file that fits; what does not fit, or may be linked by now, becomes a line with its address. */
const load = async (
  { download, log }: DeliverOptions,
  uploads: readonly Upload[],
  attempt: Attempt,
): Promise<Loaded> => {
  const loaded: Loaded = { files: [], links: [] }
  let roomBytes: number = limits.requestBytes
  for (const upload of uploads) {
    try {
      const data = await readSource(download, upload.source, Math.min(attempt.fileBytesMax, roomBytes))
      roomBytes -= data.byteLength
      loaded.files.push({ data, upload })
    } catch (error) {
      if (!canBeLinked(error, attempt)) throw error
      log.warn('a file is linked instead of attached', { error })
      loaded.links.push(...linkLine(upload))
    }
  }
  return loaded
}

/** Without a picture that did not come along, and without an embed that had nothing else in it. */
const withoutMissingImage = (
  embeds: RenderedMessage['embeds'],
  { files }: Loaded,
): RenderedMessage['embeds'] =>
  embeds.flatMap(({ image, ...embed }) => {
    if (image !== undefined && files.some(({ upload }) => image.url === `attachment://${upload.name}`))
      return { ...embed, image }
    return embed.description === undefined && embed.fields === undefined ? [] : embed
  })

const bodyOf = ({ content, embeds, components }: RenderedMessage, loaded: Loaded) => ({
  content: withLines(content, loaded.links),
  embeds: withoutMissingImage(embeds, loaded),
  components,
  allowed_mentions: { parse: [] },
  attachments: loaded.files.map(({ upload }, index) => ({
    id: index,
    filename: upload.name,
    description: upload.description,
  })),
})

/** discord.js tells a file's type by its first bytes, and would take lyrics that begin with "[" for JSON. */
const contentType = ({ source }: Upload) =>
  source.kind === 'text' ? { contentType: 'text/plain; charset=utf-8' } : {}

const filesOf = ({ files }: Loaded): RawFile[] =>
  files.map(({ data, upload }) => ({ name: upload.name, data: Buffer.from(data), ...contentType(upload) }))

/** Everything of the service as links; what we wrote ourselves is small. */
const linked = ({ uploads }: RenderedMessage, { files }: Loaded): Loaded => ({
  files: files.filter(({ upload }) => upload.source.kind === 'text'),
  links: uploads.flatMap(linkLine),
})

/** Renders, reads the files and sends; where Discord finds the files too large after all, they are linked. */
const send = async <T>(
  options: DeliverOptions,
  message: ResultMessage,
  attempt: Attempt,
  request: (body: ReturnType<typeof bodyOf>, files: RawFile[]) => Promise<T>,
): Promise<T> => {
  try {
    const rendered = render(message)
    const loaded = await load(options, rendered.uploads, attempt)
    return await request(bodyOf(rendered, loaded), filesOf(loaded)).catch((error: unknown) => {
      if (!isTooLarge(error)) throw error
      const smaller = linked(rendered, loaded)
      return request(bodyOf(rendered, smaller), filesOf(smaller))
    })
  } catch (error) {
    throw postError(error)
  }
}

const textEditTimeoutMs = 10_000
const uploadTimeoutMs = 120_000

/** An edit without files gives up soon: arriving late, it could overwrite a newer one. */
const editSignal = (files: readonly RawFile[]): AbortSignal =>
  AbortSignal.timeout(files.length === 0 ? textEditTimeoutMs : uploadTimeoutMs)

/**
 * Posting, editing and deleting by REST alone, so that workers need no gateway connection. A thread is a channel of its
 * own: https://docs.discord.com/developers/topics/threads
 */
export const createDelivery = (options: DeliverOptions): Pick<Platform, 'post' | 'edit' | 'remove'> => {
  const { rest } = options
  return {
    async post(target, message, attempt) {
      await attempt.note('post_tried', attempt.key)
      const nonce = attempt.key.slice(0, limits.nonce)
      const answer = await send(options, message, attempt, (body, files) =>
        rest().post(Routes.channelMessages(target.channel), {
          body: { ...body, nonce, enforce_nonce: true },
          files,
        }),
      )
      return { platform: 'discord', channel: target.channel, message: idIn(answer, 'message') }
    },
    async edit(ref, message, attempt) {
      await send(options, message, attempt, (body, files) => {
        const signal = editSignal(files)
        if ('message' in ref) {
          return rest().patch(Routes.channelMessage(ref.channel, ref.message), { body, files, signal })
        }
        const { applicationId, token } = readReplyToken(ref.replyToken)
        const route = Routes.webhookMessage(applicationId, token)
        return rest().patch(route, { body, files, signal, auth: false })
      })
    },
    async remove(ref) {
      try {
        await rest().delete(Routes.channelMessage(ref.channel, ref.message))
      } catch (error) {
        const failure = postError(error)
        if (failure.code !== 'message_gone') throw failure
      }
    },
  }
}
