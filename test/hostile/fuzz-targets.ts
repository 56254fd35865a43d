import { createCallbackAddresses } from '../../src/app/callback-addresses.ts'
import { createFileLinks } from '../../src/app/file-links.ts'
import { classifyLyrics, classifySubmission } from '../../src/audio-api/submission.ts'
import { findConversion, taskStatusOf } from '../../src/audio-api/task-result.ts'
import { voicesIn } from '../../src/audio-api/voice-list.ts'
import { readFormId, readSendId, writeFormId, writeSendId } from '../../src/bots/discord/forms/form-id.ts'
import { formValues as discordValues } from '../../src/bots/discord/forms/form-values.ts'
import { aroundMention as aroundOnDiscord } from '../../src/bots/discord/incoming/mentions.ts'
import { render as renderOnDiscord } from '../../src/bots/discord/render/render.ts'
import { readFormOrigin, writeFormOrigin } from '../../src/bots/slack/forms/form-id.ts'
import {
  type InputState,
  inputErrors,
  formValues as slackValues,
} from '../../src/bots/slack/forms/form-values.ts'
import { aroundMention as aroundOnSlack, typedText } from '../../src/bots/slack/render/markup.ts'
import { render as renderOnSlack } from '../../src/bots/slack/render/render.ts'
import { readLink } from '../../src/core/clip/link.ts'
import { isPublicHost } from '../../src/core/clip/public-host.ts'
import { refusedByContents } from '../../src/core/clip/refused-contents.ts'
import { readSound } from '../../src/core/clip/sound/read-sound.ts'
import { readSrt } from '../../src/core/clip/subtitles.ts'
import { writeSound } from '../../src/core/clip/written/write-sound.ts'
import { actionsOf, type Command, fieldsOf } from '../../src/core/command/command.ts'
import { readRequest } from '../../src/core/command/command-text.ts'
import { addressedText } from '../../src/core/command/mention-text.ts'
import { parseCredits } from '../../src/core/credits.ts'
import { AppError } from '../../src/core/errors.ts'
import type { Fields, RawValues } from '../../src/core/fields/field.ts'
import { readValues } from '../../src/core/fields/read-values.ts'
import { taskNamedIn } from '../../src/core/job/callbacks.ts'
import { readTakeName, writeTakeName } from '../../src/core/job-id.ts'
import { readCommandId, writeCommandId } from '../../src/core/message/command-link.ts'
import type { Block, ResultMessage } from '../../src/core/message/message.ts'
import { refusedIn } from '../../src/core/text/refused-words.ts'
import { neutral, secretIn, withoutSecrets } from '../../src/core/text/text.ts'
import { parseTime } from '../../src/core/time.ts'
import { allCommands } from '../support/commands/commands.ts'
import { fileOrigins } from '../support/fixtures/file-origins.ts'
import { answerOf, fileOf, jsonOf, textOf, wordOf } from './fuzz-made.ts'
import type { Random } from './random.ts'

/** One input that was made, ready to be read. */
export interface Prepared {
  length: number
  shown: () => string
  /** Reads it; returns what is wrong with the outcome, if anything. */
  read: () => string | undefined
}

/** Something that reads input from outside: `make` gets how long the input should be, in characters or bytes. */
type Target = (random: Random, length: number) => Prepared

const ofText =
  (read: (text: string) => string | undefined, make = textOf): Target =>
  (random, length) => {
    const text = make(random, length)
    return { length: text.length, shown: () => JSON.stringify(text), read: () => read(text) }
  }

const ofJson =
  <Input extends object>(
    make: (random: Random, length: number) => Input,
    read: (input: Input) => string | undefined,
  ): Target =>
  (random, length) => {
    const input = make(random, length)
    const shown = JSON.stringify(input)
    return { length: shown.length, shown: () => shown, read: () => read(input) }
  }

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What must never be in a message: characters that reach beyond their own text. */
const reaching = (text: string): string | undefined => {
  const plain = [...neutral(text)]
  const at = [...text].findIndex((character, index) => character !== plain[index])
  return at === -1
    ? undefined
    : `not neutral: ${escape([...text].slice(Math.max(0, at - 5), at + 10).join(''))}`
}

const problemsOf = (fields: Fields, values: RawValues): string | undefined => {
  const read = readValues(fields, values)
  if (read.ok) return undefined
  const silent = read.problems.find(({ text }) => text.trim() === '')
  return silent === undefined ? undefined : `no word about ${silent.field}`
}

const commandNamed = (name: string): Command | undefined =>
  allCommands.find((command) => command.name === name)

const readTyped = (text: string): string | undefined => {
  const { command: name, action, values } = readRequest(allCommands, typedText(text))
  const command = commandNamed(name)
  return command && problemsOf(fieldsOf(command, action), values)
}

/** The fields of every command and action. */
const everyFields = allCommands.flatMap((command): readonly Fields[] =>
  command.kind === 'feature' ? [command.fields] : actionsOf(command).map(({ fields }) => fields),
)
const names = everyFields.flatMap((fields) => Object.keys(fields))

const partOf = (random: Random, name: string) => {
  const value = wordOf(random)
  return random.once(2)
    ? { type: 4, customId: name, id: 1, value }
    : { type: 3, customId: name, id: 1, values: random.once(5) ? [] : [value, wordOf(random)] }
}

/** The parts of a form on Discord, some under wrong names. */
const discordForm: Target = (random, length) => {
  const fields = random.of(everyFields)
  const count = Math.max(1, length / 40)
  const parts = Array.from({ length: count }, () =>
    partOf(random, random.of(random.once(4) ? names : Object.keys(fields))),
  )
  const sent = new Map(parts.map((part) => [part?.customId, part]))
  return {
    length: JSON.stringify(parts).length,
    shown: () => JSON.stringify(parts),
    read: () => problemsOf(fields, discordValues(fields, sent as Parameters<typeof discordValues>[1])),
  }
}

const stateOf = (random: Random): InputState =>
  random.of<InputState>([
    { value: wordOf(random) },
    { value: null },
    { selected_option: { value: wordOf(random) } },
    { selected_option: null },
    { selected_options: [{ value: wordOf(random) }, { value: 'true' }] },
    { selected_user: wordOf(random) },
    { selected_conversation: wordOf(random) },
    { files: [{ id: wordOf(random), name: wordOf(random) }] },
    {},
  ])

const elementOf = (random: Random, name: string) =>
  random.once(2)
    ? { type: 'plain_text_input' }
    : {
        type: 'checkboxes',
        options: [{ value: name }, { value: wordOf(random) }],
        initial_options: [{ value: name }],
      }

const slackForm: Target = (random, length) => {
  const fields = random.of(everyFields)
  const ids = Array.from({ length: Math.max(1, length / 40) }, () =>
    random.of(
      random.once(4) ? names : Object.keys(fields).flatMap((name) => [name, `${name}.file`, `${name}.known`]),
    ),
  )
  const values = Object.fromEntries(ids.map((id) => [id, { [id]: stateOf(random) }]))
  const sent = {
    blocks: ids.map((id) => ({ type: 'input', block_id: id, element: elementOf(random, id) })),
    values,
    sender: { member: 'U1', botUser: 'UBOT' },
  }
  const origin = { kept: random.once(2) ? ids : [], dropped: random.once(2) ? ids : [] }
  return {
    length: JSON.stringify(sent).length,
    shown: () => JSON.stringify(sent),
    read() {
      const read = readValues(fields, slackValues(fields, sent, origin))
      if (read.ok) return undefined
      const told = Object.values(inputErrors(sent, read.problems))
      return told.length > 0 && told.every((text) => text.trim() !== '')
        ? undefined
        : 'no word about what is wrong'
    },
  }
}

const codeOf = (random: Random, length: number): string =>
  [
    random.of(['form', 'send', 'do', 'music', '']),
    wordOf(random),
    textOf(random, length),
    wordOf(random),
  ].join(random.of([':', '::', '=', '.']))

/** An id that is read must be one that we would write ourselves. */
const readId = (text: string): string | undefined => {
  readFormId(text)
  readSendId(text)
  // Written again, an id may take three characters for one, and Discord has a limit.
  const isShort = text.length <= 30
  const form = isShort ? readFormId(text) : undefined
  if (form !== undefined && !same(readFormId(writeFormId(form)), form)) return 'another form'
  const send = isShort ? readSendId(text) : undefined
  if (send !== undefined && !same(readSendId(writeSendId(send)), { ...send, page: 0 }))
    return 'another request'
  const link = readCommandId(text)
  if (link !== undefined && writeCommandId(link, text.length) !== text) return 'another command'
  const take = readTakeName(text)
  return take !== undefined && !same(readTakeName(writeTakeName(take)), take) ? 'another take' : undefined
}

const originNames = [
  'command',
  'action',
  'draft',
  'channel',
  'thread',
  'isHome',
  'replyUrl',
  'kept',
  'dropped',
]

const readOrigin = (text: string): string | undefined => {
  const origin = readFormOrigin(text)
  if (origin === undefined || JSON.stringify(origin).length > 2_000) return undefined
  return same(readFormOrigin(writeFormOrigin(origin)), origin) ? undefined : 'another form'
}

const keys = [new Uint8Array(32)] as const
const addresses = createCallbackAddresses({ publicUrl: 'https://bot.example', keys })
const links = createFileLinks({ publicUrl: 'https://bot.example', keys })
const job = 'b01xaaaaaaaaaaaaaaaaaaaaaaaaa'
const honestCodes = [addresses.addressOf(job), links.addressOf({ jobId: job, part: 'audio' }, 1e12)].map(
  (address) => address.slice(address.lastIndexOf('/') + 1),
)

/** Our own code with a few characters changed. */
const forgedCode = (random: Random, length: number): string => {
  const characters = [...random.of(honestCodes)]
  for (let count = 1 + random.below(3); count > 0; count -= 1)
    characters[random.below(characters.length)] = wordOf(random)
  return `${characters.join('')}${random.once(2) ? textOf(random, length) : ''}`
}

const readCode = (code: string): string | undefined => {
  const isHonest = honestCodes.includes(code)
  const found = addresses.jobOf(code) ?? links.fileOf(code, 0)
  return found !== undefined && !isHonest ? `taken for ${JSON.stringify(found)}` : undefined
}

const bodyOf = (random: Random, length: number): string => {
  const body = JSON.stringify(jsonOf(random, ['task_id', 'conversion', 'status'], length / 20))
  return random.once(4) ? body.slice(0, random.below(body.length)) : body
}

const readCallback = (text: string): string | undefined => {
  const task = taskNamedIn(text)
  return task !== undefined && (task === '' || task.length > 200) ? 'a task of any length' : undefined
}

const answered = (body: string, status: number) => ({ kind: 'answered', status, body }) as const

const readAnswer = (body: string): string | undefined => {
  for (const status of [200, 422, 500]) {
    const exchange = answered(body, status)
    const found = findConversion(exchange)
    if (found.status === 'found') {
      const outcome = taskStatusOf(found.conversion)
      if (outcome.status === 'finished' && found.conversion.status !== 'COMPLETED') return 'ended by nothing'
    }
    const submitted = classifySubmission(exchange)
    if (submitted.status === 'accepted' && submitted.taskId.trim() === '') return 'a task without an id'
    if (classifyLyrics(exchange).status === 'refused' && status === 500) return 'refused by a broken service'
    try {
      voicesIn(exchange)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return undefined
}

const file: Target = (random, bytes) => {
  const made = fileOf(random, bytes)
  return {
    length: made.length,
    shown: () => made.toString('base64'),
    read() {
      refusedByContents(made)
      const found = readSound(made)
      if (found?.kind !== 'audio') return undefined
      const written = writeSound(found.sound)
      if (written !== undefined && !(written.seconds > 0)) return `${written.seconds} seconds`
      const again = written && readSound(Buffer.concat(written.parts))
      return again === undefined || again.kind === 'audio' ? undefined : `written as ${again.kind}`
    },
  }
}

const blocksOf = (random: Random, text: () => string): readonly Block[] => [
  {
    kind: 'facts',
    facts: [
      { label: text(), value: text() },
      { label: '', value: [text(), { kind: 'link', url: text() }] },
    ],
  },
  { kind: 'line', facts: [{ label: text(), value: text() }] },
  random.of<Block>([
    { kind: 'note', text: text() },
    { kind: 'quote', title: text(), text: text() },
    { kind: 'audio', title: text(), file: { url: text(), name: text() } },
    { kind: 'document', name: text(), text: text() },
  ]),
  {
    kind: 'buttons',
    buttons: [
      {
        label: text(),
        style: 'plain',
        commandLink: { command: 'music', action: undefined, values: { prompt: text() } },
      },
    ],
  },
]

const messageOf = (random: Random, length: number): ResultMessage => {
  const text = (): string => textOf(random, 1 + length / 10)
  return {
    text: text(),
    tone: random.of(['working', 'done', 'failed', 'info']),
    blocks: blocksOf(random, text),
  }
}

/** Parts of a message that only programs read. */
const unseen = ['url', 'custom_id', 'action_id', 'block_id']

/** What we write ourselves, around texts or for an empty field, and what is left of a flag at the end of a text. */
const ours = /[\u2068\u2069]|^\u200B$|[\u{E0000}-\u{E007F}]+…/gu

/** Texts that readers see, without our own marks. */
const seenIn = (shown: unknown, hidden: readonly string[]): string => {
  const texts: string[] = []
  JSON.stringify(shown, (name, value: unknown) => {
    if (hidden.includes(name)) return undefined
    if (typeof value === 'string') texts.push(value.replaceAll('\r', '').replaceAll(ours, ''))
    return value
  })
  return texts.join('\n')
}

const readWords = (text: string): string | undefined => {
  const [word = ''] = text.split(/[^a-z]+/i).filter((part) => part.length > 2)
  if (word === '') return refusedIn(text, ['fidd?e*']) && undefined
  return refusedIn(`so ${word} it is`, [word]) === word ? undefined : `${word} is not refused`
}

const readAddress = (text: string): string | undefined => {
  const read = readLink('Clip', text, { fileOrigins, nowMs: 0 })
  if (read?.ok !== true) return undefined
  const { hostname, port, protocol, origin } = new URL(read.url)
  const isOurs = [...fileOrigins.audio, ...fileOrigins.discord].includes(origin)
  return isOurs || (isPublicHost(hostname) && port === '' && protocol === 'https:')
    ? undefined
    : `lets ${read.url} through`
}

const addressOf = (random: Random, length: number): string =>
  `${random.of(['https://', 'http://', 'HTTPS:', '//', 'https:\\\\'])}${random.of(['127.0.0.1', '[::1]', 'localhost', 'cdn.example', '0x7f.1', ''])}${random.of(['', '.', '@', ':80', '%00', '\u3002'])}${textOf(random, length)}`

const readNumbers = (text: string): string | undefined => {
  const seconds = parseTime(text)
  if (seconds !== undefined && !(Number(seconds) >= 0 && Number(seconds) <= 36_000))
    return `${seconds} seconds`
  const amount = parseCredits(text)
  return amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 0)
    ? `${amount} credits`
    : undefined
}

const numberOf = (random: Random): string =>
  Array.from({ length: 1 + random.below(8) }, () => random.of([...'0123456789:.,smh -+e٣１½'])).join('')

/** Everything that reads what comes from outside. */
export const targets = {
  'a command': ofText(
    readTyped,
    (random, length) => `${random.of(allCommands).name} ${textOf(random, length)}`,
  ),
  'a mention on Discord': ofText((text) => {
    const around = aroundOnDiscord(`${text} <@1> ${text}`, '1')
    if (around !== undefined) addressedText(allCommands, around)
    return undefined
  }),
  'a mention on Slack': ofText((text) => {
    const around = aroundOnSlack(`${text} <@U1> ${text}`, 'U1')
    if (around !== undefined) addressedText(allCommands, around)
    return undefined
  }),
  'a form on Discord': discordForm,
  'a form on Slack': slackForm,
  "a button's id": ofText(readId, codeOf),
  "a form's origin": ofText(readOrigin, (random, length) =>
    JSON.stringify(jsonOf(random, originNames, length / 20)),
  ),
  'a code in an address': ofText(readCode, forgedCode),
  'a callback': ofText(readCallback, bodyOf),
  "the service's answer": ofText(readAnswer, (random, length) => answerOf(random, length / 20)),
  'a file': file,
  subtitles: ofText((text) => {
    readSrt(text)
    return undefined
  }),
  'a message on Discord': ofJson(messageOf, (message) => {
    const { content, below, embeds } = renderOnDiscord(message)
    return reaching(seenIn([content, below, embeds], unseen))
  }),
  'a message on Slack': ofJson(messageOf, (message) =>
    reaching(seenIn(renderOnSlack(message).blocks, [...unseen, 'value'])),
  ),
  'refused words': ofText(readWords),
  'an address': ofText(readAddress, addressOf),
  'a number': ofText(readNumbers, numberOf),
  'a secret': ofText((text) => (secretIn(withoutSecrets(text)) === undefined ? undefined : 'still a secret')),
  'a text of others': ofText((text) =>
    neutral(neutral(text)) === neutral(text) ? undefined : 'not neutral at once',
  ),
} as const satisfies Readonly<Record<string, Target>>

export type TargetName = keyof typeof targets
