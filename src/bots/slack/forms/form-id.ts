import { AppError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/text/text.ts'
import { limits } from '../render/limits.ts'

/** What a form, or the button that opens it, belongs to. */
export interface FormOrigin {
  command: string
  action: string | undefined
  draft: string
  channel: string
  thread: string | undefined
  /** Whether it was opened on our home tab. */
  isHome?: true
  /** Whether it was opened on a message that only its member sees. */
  isOnOwnMessage?: true
  /** Where its member can be answered in private; empty if there is no such address. */
  replyUrl: string
  /** Fields with correct or text values that the form can't show: if left empty, they keep their value. */
  kept: readonly string[]
  /** Fields with wrong values that the form can't show: if left empty, they have no value. */
  dropped: readonly string[]
}

/** The callback id of every form, and the action id of every button that opens one. */
export const formId = 'form'

/** Prefix of the action id of every button that sends a draft as it is; the number after it only makes it unique. */
export const sendPrefix = 'send.'

/** A form's origin as text, for `private_metadata` and the value of a button. */
export const writeFormOrigin = (origin: FormOrigin): string => {
  const text = JSON.stringify(origin)
  if (text.length > limits.buttonValue)
    throw new AppError('platform_unavailable', `Slack: the origin of a form has ${text.length} characters`)
  return text
}

const textIn = (value: object, name: string): string | undefined => {
  const found = new Map<string, unknown>(Object.entries(value)).get(name)
  return typeof found === 'string' ? found : undefined
}

const textsIn = (value: object, name: string): readonly string[] => {
  const found = new Map<string, unknown>(Object.entries(value)).get(name)
  return Array.isArray(found) ? found.filter((entry) => typeof entry === 'string') : []
}

/** The origin by `writeFormOrigin`; undefined for anything else. */
export const readFormOrigin = (text: string): FormOrigin | undefined => {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return undefined
  const command = textIn(value, 'command')
  const draft = textIn(value, 'draft')
  const channel = textIn(value, 'channel')
  if (command === undefined || draft === undefined || channel === undefined) return undefined
  return {
    command,
    draft,
    channel,
    action: textIn(value, 'action'),
    thread: textIn(value, 'thread'),
    ...('isHome' in value && value.isHome === true && { isHome: true }),
    ...('isOnOwnMessage' in value && value.isOnOwnMessage === true && { isOnOwnMessage: true }),
    replyUrl: textIn(value, 'replyUrl') ?? '',
    kept: textsIn(value, 'kept'),
    dropped: textsIn(value, 'dropped'),
  }
}
