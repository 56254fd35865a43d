import { type APIEmbed, type AttachmentPayload, ButtonStyle, ComponentType } from 'discord.js'
import {
  type Answer,
  type FormAnswer,
  formButtonOf,
  isForOneAlone,
  type ProblemsAnswer,
  refusal,
  remedyText,
} from '../../../core/command/answer.ts'
import {
  type Block,
  type Document,
  plainMessage,
  type ResultMessage,
  type Sound,
  type Written,
} from '../../../core/message/message.ts'
import { say, sayDeclared, sayList } from '../../../core/text/say.ts'
import { askedOn, pageWith } from '../forms/form.ts'
import { writeFormId, writeSendId } from '../forms/form-id.ts'
import { type ButtonRow, withTaker } from '../render/buttons.ts'
import { limits } from '../render/limits.ts'
import { render, type Upload } from '../render/render.ts'

interface AnswerFile extends AttachmentPayload {
  attachment: Buffer
  /** The same, compressed, where there can be much of it. */
  gzipped?: () => Promise<Uint8Array<ArrayBuffer>>
}

/** An answer as a Discord message. */
interface AnswerBody {
  content: string
  embeds: APIEmbed[]
  components: ButtonRow[]
  files: AnswerFile[]
  allowedMentions: { parse: []; users: string[] }
}

const formRow = (
  ...buttons: (readonly [label: string, style: ButtonStyle.Primary | ButtonStyle.Secondary, id: string])[]
): ButtonRow => ({
  type: ComponentType.ActionRow,
  components: buttons.map(([label, style, custom_id]) => ({
    type: ComponentType.Button,
    style,
    custom_id,
    label,
  })),
})

/**
 * The buttons that fix what was wrong and the one that asks for it again; for an unfinished form, its next page and a
 * button that sends it as it is.
 */
const formButtons = (answer: FormAnswer | ProblemsAnswer, nextPage: number | undefined): ButtonRow[] => {
  const remedies = answer.kind === 'problems' ? (answer.remedies ?? []) : []
  const sends = remedies.map((remedy, index) => {
    const { command, action, draft } = remedy
    const style = index === 0 ? ButtonStyle.Primary : ButtonStyle.Secondary
    const label = remedyText(remedy, limits.buttonLabel)
    return [label, style, writeSendId({ command, action, draft })] as const
  })
  const button = formButtonOf(answer)
  if (button === undefined) return sends.length === 0 ? [] : [formRow(...sends)]
  const { form, label } = button
  if (nextPage !== undefined) {
    const more = writeFormId({ ...form, page: nextPage })
    return [
      formRow(
        [say('More options'), ButtonStyle.Primary, more],
        [say('Send'), ButtonStyle.Secondary, writeSendId(form)],
      ),
    ]
  }
  const wrong = answer.kind === 'problems' ? answer.problems[0]?.field : undefined
  const id = writeFormId({ ...form, page: pageWith(form, wrong) })
  const style = sends.length === 0 ? ButtonStyle.Primary : ButtonStyle.Secondary
  return [formRow(...sends, [label, style, id])]
}

/** The answer to a submitted part of a form: what is still missing, and which options are left. */
const partMessage = (answer: FormAnswer, nextPage: number): ResultMessage => {
  const { title, fields, missing } = answer.form
  const needed = missing.map((name) => sayDeclared(fields[name]?.label ?? name))
  const lack =
    needed.length === 0 ? [] : [say('It still needs: {{fields}}.', { fields: sayList(needed, 'unit') })]
  const options = sayList(askedOn(answer.form, nextPage))
  return plainMessage(
    [
      say("“{{title}}” hasn't been sent yet.", { title }),
      ...lack,
      say('More options: {{options}}.', { options }),
    ].join(' '),
  )
}

/** Even with every character escaped by a backslash it fits in an embed beside other short texts. */
const shortTextLength = 1_500

/** Of a UTF-16 unit. */
const utf8BytesMax = 3

/**
 * A short text is shown in the message; a long one becomes a file. It is cut if files can't be attached.
 */
const readable = (document: Document, mayAttach: boolean): Block => {
  const { name, title = name, text } = document
  if (text.length <= shortTextLength) return { kind: 'note', text: `${title}\n${text}` }
  if (mayAttach) return document
  const why = say("I can't attach files here, so this is only the start of {{name}}.", {
    name: title,
  })
  return { kind: 'note', text: `${why}\n${text.slice(0, limits.embedTotal)}` }
}

/** As much of a file that we wrote as a message could show, as a text. */
const beginningOf = ({ name, title, data }: Written): Document => {
  const shown = data.subarray(0, limits.embedTotal * utf8BytesMax)
  const text = new TextDecoder().decode(shown, { stream: true })
  return { kind: 'document', name, text, ...(title !== undefined && { title }) }
}

const atHand = (block: Document | Written | Sound, mayAttach: boolean): Block => {
  if (block.kind === 'document') return readable(block, mayAttach)
  if (mayAttach) return block
  if (block.kind === 'written') return readable(beginningOf(block), mayAttach)
  return { kind: 'note', text: say("I can't attach files here. Try it in a direct message with me.") }
}

/** An answer leaves at once, so it brings only what is at hand, nothing that must be read first. Bytes are not copied. */
const fileOf = ({ name, description, source }: Upload): AnswerFile[] => {
  if (source.kind === 'remote') return []
  if (source.kind === 'text') return [{ name, description, attachment: Buffer.from(source.text) }]
  const { data, gzipped } = source
  const attachment = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return [{ name, description, attachment, ...(gzipped !== undefined && { gzipped }) }]
}

const compressed = async ({ gzipped, ...file }: AnswerFile): Promise<AnswerFile> => {
  if (gzipped === undefined || file.attachment.length <= limits.answerFileBytes) return file
  const { buffer } = await gzipped()
  return { ...file, name: `${file.name}.gz`, attachment: Buffer.from(buffer) }
}

/** The same body; files that are too large for a server without boosts are compressed. */
export const withSmallFiles = async <Body extends { files: AnswerFile[] }>(body: Body): Promise<Body> => ({
  ...body,
  files: await Promise.all(body.files.map(compressed)),
})

/**
 * The message of an answer with its buttons; the last ones open its form. `nextPage` is the page of a form
 * submitted to get more fields.
 */
export const answerBody = (answer: Answer, mayAttach: boolean, nextPage?: number): AnswerBody => {
  const isPart = answer.kind === 'form' && nextPage !== undefined
  const message = isPart ? partMessage(answer, nextPage) : answer.message
  const blocks = message.blocks.flatMap((block) => {
    // The message says the same in words.
    if (block.kind === 'picture' && !mayAttach) return []
    const isAtHand = block.kind === 'document' || block.kind === 'written' || block.kind === 'sound'
    return isAtHand ? [atHand(block, mayAttach)] : [block]
  })
  const { content, below, embeds, components, uploads, mentions } = render({ ...message, blocks })
  const form = answer.kind === 'form' || answer.kind === 'problems' ? formButtons(answer, nextPage) : []
  const taker = answer.kind === 'accepted' ? answer.taker : undefined
  return {
    content: content + below,
    embeds,
    components: withTaker([...components.slice(0, limits.rows - form.length), ...form], taker),
    files: uploads.flatMap(fileOf),
    allowedMentions: { parse: [], users: mentions === undefined ? [] : [mentions] },
  }
}

/** Whether only the member who asked should see an answer. */
export const isPrivate = (answer: Answer): boolean => {
  switch (answer.kind) {
    case 'message':
      return answer.seenBy === 'member'
    case 'accepted':
      return answer.isPrivate === true
    case 'form':
    case 'problems':
      return true
  }
}

/** The public form of an answer: private parts are left out, with where to get them. */
export const publicAnswer = (answer: Answer): Answer => {
  if (!isForOneAlone(answer)) return answer
  if (answer.kind === 'accepted' && answer.isPrivate)
    return {
      ...answer,
      message: plainMessage(say("This is private, so I'll reply in your direct messages.")),
    }
  return refusal(
    answer.kind === 'message' && answer.isPersonal === true
      ? say('Everyone here would see that answer. Use the command instead of mentioning me.')
      : say('Everyone here would see that answer. Use the command instead, or send me a direct message.'),
  )
}
