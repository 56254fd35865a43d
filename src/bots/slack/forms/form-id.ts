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
  /** Where its member can be answered in private; empty where there is no such address. */
  replyUrl: string
  /** Fields whose values are right or texts, and which the form cannot show: left empty, they stay as they are. */
  kept: readonly string[]
  /** Fields whose values are wrong, and which the form cannot show: left empty, they are left out. */
  dropped: readonly string[]
}

/** The callback id of every form, and the action id of every button that opens one. */
export const formId = 'form'

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

/** The origin in what `writeFormOrigin` wrote; undefined for anything else. */
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
    replyUrl: textIn(value, 'replyUrl') ?? '',
    kept: textsIn(value, 'kept'),
    dropped: textsIn(value, 'dropped'),
  }
}
