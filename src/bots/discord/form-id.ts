import { limits } from './limits.ts'

/** Which form a button opens, or a sent form is: the request that it belongs to. */
export interface FormId {
  command: string
  action: string | undefined
  draft: string
}

const prefix = 'form'

const escaped = (part: string): string => part.replaceAll('%', '%25').replaceAll(':', '%3A')
const unescaped = (part: string): string => part.replaceAll('%3A', ':').replaceAll('%25', '%')

/** What is written on a button or a form, such as `form:remix::3f2a`. Throws where that does not fit. */
export const writeFormId = ({ command, action, draft }: FormId): string => {
  const id = [prefix, command, action ?? '', draft].map(escaped).join(':')
  if (id.length > limits.customId) throw new Error(`the custom id "${id}" is too long for Discord`)
  return id
}

/** The parts of what `writeFormId` wrote; undefined for anything else. */
export const readFormId = (customId: string): FormId | undefined => {
  const [kind, command, action, draft, ...more] = customId.split(':').map(unescaped)
  if (kind !== prefix || !command || action === undefined || !draft || more.length > 0) return undefined
  return { command, action: action === '' ? undefined : action, draft }
}
