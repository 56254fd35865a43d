import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { sortFiles, typeOverName } from '../../../src/core/clip/clip-kind.ts'
import { type Download, isFileGone } from '../../../src/core/clip/download.ts'
import { type AcceptedAnswer, type Answer, isForOneAlone } from '../../../src/core/command/answer.ts'
import { readRequest, requestOfCommandLink } from '../../../src/core/command/command-text.ts'
import { requestInWords } from '../../../src/core/command/in-words.ts'
import type { PointedMessage } from '../../../src/core/command/invocation.ts'
import { addressedText } from '../../../src/core/command/mention-text.ts'
import { formLink, sentFormText, typedFormMessage } from '../../../src/core/command/typed-form.ts'
import { AppError, isProgramFault, programFault } from '../../../src/core/errors.ts'
import { makeOnce } from '../../../src/core/job/make-once.ts'
import { type Attempt, canBeLinked, type Dispatch, type OneBot } from '../../../src/core/job/platform.ts'
import { effectKey } from '../../../src/core/job-id.ts'
import type { Log } from '../../../src/core/log.ts'
import { type CommandLink, readCommandLink } from '../../../src/core/message/command-link.ts'
import type { Block, FactValue, ResultMessage } from '../../../src/core/message/message.ts'
import { momentText } from '../../../src/core/text/moment.ts'
import { say } from '../../../src/core/text/say.ts'
import { neutralTexts, onOneLine } from '../../../src/core/text/text.ts'
import { createWorkInHand } from '../../../src/core/waiting.ts'
import { type Bot, type Chat, ChatRefusal, type Entry, type Placing, type Writing } from './transcript.ts'

interface ConsoleOptions {
  name: OneBot['name']
  token: string
  chat: Chat
  download: Download
  log: Log
  now: () => number
}

const errorOf = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isProgramFault(error)) return programFault(error)
  const why = error instanceof ChatRefusal ? error.why : 'unknown'
  if (why === 'unknown_token') return new AppError('configuration', 'Unknown token. Check CONSOLE_TOKEN.')
  if (why === 'may_not_write') return new AppError('cannot_post', 'The bot may not write there.')
  if (why === 'no_such_entry') return new AppError('message_gone', 'The entry is deleted.')
  return new AppError('platform_unavailable', 'The chat is away.', { cause: error, retryable: true })
}

const translated = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => Promise.reject(errorOf(error)))

const unmarked = (text: string): string => text.replaceAll(/<[@#]&?(\w+)>/g, '$1')
const signs = { member: '@', channel: '#', group: '@&' } as const

const factText = (value: FactValue): string => {
  if (typeof value === 'string') return onOneLine(value)
  if ('atMs' in value) return momentText(value.atMs)
  const pieces = value.map((piece) => {
    if (typeof piece === 'string' || 'atMs' in piece) return factText(piece)
    if (piece.kind === 'break') return '\n  '
    if (piece.kind === 'link') return piece.url
    return piece.kind === 'message' ? `<#${piece.message.channel}>` : `<${signs[piece.kind]}${piece.id}>`
  })
  return pieces.join('')
}

const blockLines = (block: Block): readonly string[] => {
  if ('facts' in block)
    return block.facts.map(({ label, value }) => (label && `${label}: `) + factText(value))
  if (block.kind === 'note') return [block.text]
  return block.kind === 'quote' ? [block.title, `> ${block.text.replaceAll('\n', '\n> ')}`] : []
}

/** A file as a line with its name, or with its address where it isn't read: an answer waits for no file. */
const fileLine = async (block: Block, download: Download, attempt?: Attempt) => {
  if (block.kind === 'document' || block.kind === 'written') {
    const data = 'data' in block ? block.data : new TextEncoder().encode(block.text)
    return [{ line: `${block.name}: ${block.title ?? block.name}`, files: [{ name: block.name, data }] }]
  }
  if (block.kind !== 'audio' && block.kind !== 'cover' && block.kind !== 'file') return []
  const { url, name, mark } = block.file
  const description = block.kind === 'cover' ? block.description : block.title
  if (attempt === undefined) return [{ line: `${description}: ${url}`, files: [] }]
  try {
    const data = await download(url, attempt.fileBytesMax, mark)
    return [{ line: `${name}: ${description}`, files: [{ name, description, data }] }]
  } catch (error) {
    if (!canBeLinked(error, attempt)) throw error
    return [{ line: `${description}: ${isFileGone(error) ? say('no longer available') : url}`, files: [] }]
  }
}

/** A message as the chat takes it. What a reply to it means is kept with it, for another process may read that. */
const written = async (message: ResultMessage, download: Download, attempt?: Attempt, form?: CommandLink) => {
  const { text, blocks, askedBy } = neutralTexts(message)
  const files = (await Promise.all(blocks.map((block) => fileLine(block, download, attempt)))).flat()
  const buttons = blocks.flatMap((one) => ('buttons' in one ? [...one.buttons, ...(one.more ?? [])] : []))
  const lines = [
    text,
    ...(askedBy === undefined ? [] : [say('by {{name}}', { name: `<@${askedBy}>` })]),
    ...blocks.flatMap(blockLines),
    ...files.map(({ line }) => line),
    ...buttons.map(({ label }, index) => `[${index + 1}] ${onOneLine(label)}`),
    ...(buttons.length === 0 ? [] : [say('Reply with a number to choose.')]),
  ]
  return {
    text: lines.join('\n'),
    files: files.flatMap(({ files: read }) => read),
    data: JSON.stringify([form ?? null, ...buttons.map(({ commandLink }) => commandLink)]),
  }
}

/** Writes an entry once: the chat is searched for its key first. What is there already may show less. */
const writeOnce = async (
  { chat, now }: ConsoleOptions,
  placing: Placing & { key: string },
  writing: Writing,
  attempt: Pick<Attempt, 'notes' | 'note' | 'askedAtMs'>,
): Promise<string> => {
  const entries = () => chat.entries(placing.channel, attempt.askedAtMs)
  const find = async () => (await entries()).find(({ key }) => key === placing.key)?.id
  const make = () => chat.write(placing, writing)
  const wasNotMade = (error: unknown) => error instanceof ChatRefusal
  const once = { tried: 'post_tried', now, find, findUnnoted: find, make, wasNotMade }
  const { id, made } = await makeOnce(attempt, once)
  if (made === undefined) await chat.rewrite(id, writing)
  return made ?? id
}

/** What a line asks for: a number below buttons, a command, words to us, or what a form lacks; else it is talk. */
const readLine = ({ commands }: Dispatch, mention: string, { by, text }: Entry, above?: Entry) => {
  const [form, ...buttons] = Array.from(JSON.parse(above?.data ?? '[]'), readCommandLink)
  const pressed = buttons[Number(text) - 1]
  const press = [above?.id, by, Number(text)].join(' ')
  if (pressed !== undefined) return { ...requestOfCommandLink(commands, pressed), form: undefined, press }
  const [before = '', ...behind] = text.split(mention)
  const called = behind.length === 0 ? undefined : { before, behind: behind.join(mention) }
  const [, typed] = /^\/(\S+)/.exec(text) ?? []
  const said = commands.some(({ name }) => name === typed) ? text : called && addressedText(commands, called)
  if (said !== undefined) return { ...readRequest(commands, said), form: undefined }
  return form && sentFormText(commands, form, text)
}

const createListener = (options: ConsoleOptions, { id: us, server }: Bot, dispatch: Dispatch) => {
  const { name: platform, chat, download } = options
  const pointed = ({ id: message, by, atMs, channel, files }: Entry): PointedMessage => {
    const { clips, ...others } = sortFiles(files)
    const uploads = clips.map((file): UploadedClip => {
      const url = `console:${message}/${files.indexOf(file)}`
      const [ref, bytes] = [{ platform, channel, message }, file.data.length]
      return { kind: 'upload', platform, url, name: file.name, bytes, message: ref, ...typeOverName(file) }
    })
    return { message, by, atMs, isVisible: true, files: uploads, ...others }
  }

  const accept = async ({ id, channel, atMs }: Entry, { jobId, message }: AcceptedAnswer): Promise<void> => {
    const placing = { channel, replyTo: id, key: effectKey(jobId) }
    const attempt = { notes: {}, note: () => Promise.resolve(), askedAtMs: atMs }
    const posted = await writeOnce(options, placing, await written(message, download), attempt).catch(errorOf)
    if (posted instanceof AppError) {
      await dispatch.acknowledged(jobId, { kind: posted.retryable ? 'unknown' : 'too_late' })
      return
    }
    const given = { kind: 'given', message: { platform, channel, message: posted } } as const
    const kept = await dispatch.acknowledged(jobId, given)
    if (kept !== undefined && kept.message !== posted) await chat.remove(posted)
  }

  /** All see every entry: an answer for one person alone is left out, and a job for them alone is given up. */
  const give = async (entry: Entry, answer: Answer): Promise<void> => {
    if (answer.kind === 'message' && answer.isRepeat) return
    const isAlone = isForOneAlone(answer)
    if (answer.kind === 'accepted' && !isAlone) return accept(entry, answer)
    if (answer.kind === 'accepted') await dispatch.acknowledged(answer.jobId, { kind: 'too_late' })
    const alone = say('Everybody here would see this, and it is for you alone. Nothing was charged.')
    const message = isAlone ? { ...answer.message, text: alone, blocks: [] } : typedFormMessage(answer)
    const writing = await written(message, download, undefined, formLink(answer))
    await chat.write({ channel: entry.channel, replyTo: entry.id }, writing)
  }

  return async (entry: Entry): Promise<void> => {
    const { id: eventId, by, channel, atMs, replyTo, isDeleted } = entry
    const target = { platform, server, channel, member: by }
    const account = `${platform}:${server}` as const
    if (isDeleted) return dispatch.lost({ account, channel, messages: [eventId] })
    const above = replyTo === undefined ? undefined : await chat.entry(replyTo)
    const own: PointedMessage = { ...pointed(entry), isRequest: true }
    const { message, files: clips } = own
    if (clips.length > 0) await dispatch.saw({ target, message, atMs, clips })
    const request = readLine(dispatch, `<@${us}>`, entry, above)
    if (request === undefined) return
    const [place, standing] = await Promise.all([chat.channel(channel), chat.member(by)])
    const cannotPost = place?.mayWrite ? undefined : say('I may not write here. Ask an admin to allow it.')
    const pointedAt = [entry.files.length > 0 ? own : [], above === undefined ? [] : pointed(above)].flat()
    const who = standing ?? { groups: undefined, isAdmin: false }
    const common = { eventId, target, pointedAt, cannotPost, fileBytesMax: 10_000_000, replyToken: '' }
    const asked = requestInWords(dispatch.commands, request, unmarked)
    const answer = await dispatch.answer({ ...asked, ...who, ...common })
    if (cannotPost === undefined) await give(entry, answer)
  }
}

const seenByAll = (): Promise<never> => Promise.reject(new AppError('cannot_post', 'Everybody sees it.'))

/** A chat of lines of text: no forms, nothing that one person alone sees, and numbers for buttons. */
export const createConsole = (options: ConsoleOptions): OneBot => {
  const { name: platform, token, chat, download, log } = options
  const state = { isToListen: false, isStopped: false }
  const work = createWorkInHand((error) => log.warn('an answer did not reach the chat', { error }))
  let leave: (() => void) | undefined
  return {
    name: platform,
    async connect(dispatch, claim) {
      state.isToListen ||= dispatch !== undefined
      const bot = await translated(chat.enter(token))
      await claim?.(bot.id)
      const hear = dispatch && createListener(options, bot, dispatch)
      if (hear && !state.isStopped) leave = chat.listen((entry) => work.track(hear(entry)))
    },
    async stop() {
      state.isStopped = true
      leave?.()
      await work.drained()
    },
    problem: () => (state.isToListen && (state.isStopped || !leave) ? 'is not connected' : undefined),
    publish: async () => 'The chat has no list of commands: /help shows them.',
    shortcomings: async () => [],
    async open({ url }) {
      const [, id = '', index] = /^console:(\w+)\/(\d+)$/.exec(url) ?? []
      const file = (await translated(chat.entry(id)))?.files[Number(index)]
      if (file === undefined) throw new AppError('file_refused', 'The chat has no such file.')
      return { name: file.name, chunks: ReadableStream.from([file.data]) }
    },
    async post(target, message, attempt) {
      if ('isDirect' in target) return seenByAll()
      const [{ channel }, { key }] = [target, attempt]
      const writing = await written(message, download, attempt)
      const id = await translated(writeOnce(options, { channel, key }, writing, attempt))
      return { platform, channel, message: id }
    },
    async edit(ref, message, attempt) {
      if (!('message' in ref)) throw new AppError('not_posted', 'An entry is edited by its id alone.')
      await translated(chat.rewrite(ref.message, await written(message, download, attempt)))
    },
    async remove({ message }) {
      const error = await translated(chat.remove(message)).catch((failure: AppError) => failure)
      if (error !== undefined && error.code !== 'message_gone') throw error
    },
    notify: seenByAll,
    canSee: async ({ member }) => (await chat.member(member).catch(() => undefined)) !== undefined,
    async findChannel(_, channel) {
      const found = await chat.channel(channel).catch(() => 'unanswered' as const)
      if (found === 'unanswered') return { status: found }
      return found === undefined ? { status: 'unknown' } : { status: 'found', channel }
    },
    async lookAtChannel(_, { channel }) {
      const found = await chat.channel(channel).catch(() => 'unanswered' as const)
      if (found === 'unanswered') return { status: found }
      return { status: 'looked', lacks: found?.mayWrite ? [] : [{ kind: 'absent' }] }
    },
  }
}
