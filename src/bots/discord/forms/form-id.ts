import { limits } from '../render/limits.ts'

/** Identifies the form that a button opens or that was sent: its request, and its page, from 0. */
export interface FormId {
  command: string
  action: string | undefined
  draft: string
  page: number
}

const formPrefix = 'form'
const sendPrefix = 'send'

const escaped = (part: string): string => part.replaceAll('%', '%25').replaceAll(':', '%3A')
const unescaped = (part: string): string => part.replaceAll('%3A', ':').replaceAll('%25', '%')

const write = (prefix: string, { command, action, draft, page }: FormId): string => {
  const parts = [prefix, command, action ?? '', draft, ...(page === 0 ? [] : [String(page)])]
  const id = parts.map(escaped).join(':')
  if (id.length > limits.customId) throw new Error(`the custom id "${id}" is too long for Discord`)
  return id
}

const read = (prefix: string, customId: string): FormId | undefined => {
  const [kind, command, action, draft, page = '0', ...more] = customId.split(':').map(unescaped)
  if (kind !== prefix || !command || action === undefined || !draft || more.length > 0) return undefined
  if (!/^\d{1,2}$/.test(page)) return undefined
  return { command, action: action === '' ? undefined : action, draft, page: Number(page) }
}

/** Custom id of a form, or of a button that opens it, such as `form:remix::3f2a`. Throws if it does not fit. */
export const writeFormId = (id: FormId): string => write(formPrefix, id)

/** The parts of an id by `writeFormId`; undefined for anything else. */
export const readFormId = (customId: string): FormId | undefined => read(formPrefix, customId)

/** Custom id of a button that sends what a form knows so far. Throws if it does not fit. */
export const writeSendId = (id: Omit<FormId, 'page'>): string => write(sendPrefix, { ...id, page: 0 })

/** The parts of an id by `writeSendId`; undefined for anything else. */
export const readSendId = (customId: string): FormId | undefined => read(sendPrefix, customId)
