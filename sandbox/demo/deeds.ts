import { messageThatSays } from './answer.ts'
import type { ActResult, Chat, Message } from './control-client.ts'
import type { Deed, Fills } from './story.ts'

/** The message that a step left, as it was then. */
export interface Answered {
  message: Message
  /** What was there before it. */
  sinceMessage: string | undefined
  /** The credits that were held for it. */
  held: string | undefined
}

/** What has happened in a channel so far, as far as later deeds need it. */
export interface Scene {
  chat: Chat
  /** The clip that the member has recorded. */
  clip: Uint8Array
  /** The answers to the steps so far, by the step's name. */
  answers: Map<string, Answered>
}

/** A request that is on its way. */
export interface Done {
  /** The platform's id of the request; empty when its client did not let the person ask. */
  event: string
  refused: string | undefined
  /** What was there before it. */
  sinceMessage: string | undefined
  sinceWire: number
  /** When it was done, on this machine's clock. */
  startedAtMs: number
  /** The message of an earlier step that shows what comes of it, where that is not a message of its own. */
  shownIn?: Answered
}

const clipName = 'on-the-way-home.mp3'

const lastMessageId = async (chat: Chat): Promise<string | undefined> =>
  (await chat.messages(undefined, undefined)).at(-1)?.id

const lastWireId = async (chat: Chat): Promise<number> => (await chat.wireSince(0)).at(-1)?.id ?? 0

/** A form that comes back has not been taken: it says what is wrong with it. */
const refusalOf = ({ refused, form }: ActResult): string | undefined => {
  const errors = form?.fields.flatMap(({ label, error }) =>
    error === undefined ? [] : [`${label}: ${error}`],
  )
  return refused ?? (errors === undefined || errors.length === 0 ? undefined : errors.join('; '))
}

/** Does one thing, and notes what was there before. */
const start = async (
  { chat }: Scene,
  person: string,
  deed: Parameters<Chat['act']>[1],
  sinceMessage?: string,
): Promise<Done> => {
  const since = {
    sinceMessage: sinceMessage ?? (await lastMessageId(chat)),
    sinceWire: await lastWireId(chat),
    startedAtMs: Date.now(),
  }
  const acted = await chat.act(person, deed)
  return { event: acted.event, refused: refusalOf(acted), ...since }
}

const notDone = (refused: string): Done => ({
  event: '',
  refused,
  sinceMessage: undefined,
  sinceWire: 0,
  startedAtMs: 0,
})

const upload = ({ clip }: Scene) => ({
  name: clipName,
  contentType: 'audio/mpeg',
  base64: Buffer.from(clip).toString('base64'),
})

const filledIn = (scene: Scene, fills: Fills): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fills).map(([label, value]) => [
      label,
      typeof value === 'string' ? value : [upload(scene)],
    ]),
  )

/** Opens a form and sends it; if nothing needs filling in, opening it is already the request. */
const fillIn = async (
  scene: Scene,
  person: string,
  opens: Parameters<Chat['act']>[1],
  { fills = {}, sinceMessage }: { fills?: Fills; sinceMessage?: string },
): Promise<Done> => {
  if (Object.keys(fills).length === 0) return start(scene, person, opens, sinceMessage)
  const { form, refused } = await scene.chat.act(person, opens)
  if (form === undefined) return notDone(refused ?? 'no form opened')
  return start(scene, person, { submit: { form: form.id, values: filledIn(scene, fills) } }, sinceMessage)
}

/** The request itself is the form that is sent; what comes before it has answers of its own. */
const useAction = async (
  scene: Scene,
  person: string,
  { name, says, fills }: Extract<Deed, { kind: 'action' }>,
): Promise<Done> => {
  const posted = await scene.chat.act(person, { say: says, files: [upload(scene)] })
  if (posted.refused !== undefined) return notDone(posted.refused)
  const action = { action: { name, message: posted.event } }
  return fillIn(scene, person, action, { fills, sinceMessage: posted.event })
}

/** Does something about the answer to an earlier step. */
const about = async (
  scene: Scene,
  name: string,
  act: (answered: Answered) => Promise<Done>,
): Promise<Done> => {
  const answered = scene.answers.get(name)
  return answered === undefined ? notDone(`there is no answer to "${name}"`) : act(answered)
}

const takeAdvice = async (
  scene: Scene,
  person: string,
  { command, option }: Extract<Deed, { kind: 'advised' }>,
  answered: Answered,
): Promise<Done> => {
  const { message, sinceMessage } = answered
  const looked = { chat: scene.chat, viewer: person, message: message.id, sinceMessage }
  const named = (await messageThatSays(looked, new RegExp(`${command} (\\w+)`)))?.[1]
  if (named === undefined) return notDone(`its message does not say what to type after ${command}`)
  return { ...(await start(scene, person, { command, options: { [option]: named } })), shownIn: answered }
}

/** Nobody asks the platform for it, so it has no event. */
const restart = async ({ chat }: Scene, answered: Answered): Promise<Done> => {
  const since = {
    sinceMessage: answered.sinceMessage,
    sinceWire: await lastWireId(chat),
    startedAtMs: Date.now(),
  }
  await chat.switchBot('kill')
  await chat.switchBot('start')
  return { event: '', refused: undefined, ...since, shownIn: answered }
}

/** Has a person do something, and resolves when the platform has shown them the first answer. */
export const perform = (scene: Scene, person: string, deed: Deed): Promise<Done> => {
  switch (deed.kind) {
    case 'command':
      return start(scene, person, { command: deed.command, options: { ...deed.options } })
    case 'action':
      return useAction(scene, person, deed)
    case 'reply':
      return about(scene, deed.to, ({ message }) =>
        start(scene, person, { say: deed.says, replyTo: message.id }),
      )
    case 'press':
      return about(scene, deed.on, ({ message }) =>
        fillIn(scene, person, { press: { message: message.id, button: deed.button } }, deed),
      )
    case 'advised':
      return about(scene, deed.by, (answered) => takeAdvice(scene, person, deed, answered))
    case 'restart':
      return about(scene, deed.during, (answered) => restart(scene, answered))
  }
}

const named = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}:${typeof value === 'object' ? clipName : value}`)
    .join('')

/** A deed in one line, as the person would tell it. */
export const describeDeed = (deed: Deed): string => {
  switch (deed.kind) {
    case 'command':
      return `${deed.command}${named(deed.options)}`
    case 'action':
      return `${deed.name} (${clipName}, “${deed.says}”)${named(deed.fills)}`
    case 'reply':
      return `${deed.says} (in reply to ${deed.to})`
    case 'press':
      return `[${deed.button}] (on ${deed.on})${named(deed.fills ?? {})}`
    case 'advised':
      return `${deed.command} ${deed.option}:… (as the message of ${deed.by} says)`
    case 'restart':
      return 'kill -9 the bot and restart it'
  }
}
