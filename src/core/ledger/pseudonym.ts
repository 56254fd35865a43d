import type { AccountId } from '../target.ts'
import { isPersonal } from '../target.ts'
import { parseJson } from '../text/text.ts'
import type { StreamEntry } from './archive.ts'

/** The archived entries no longer say who this member of an account was. Can be repeated. */
export interface Pseudonyms {
  forget(account: AccountId, member: string): Promise<void>
}

/** Whether an id in an archived entry stands for a member. Ids of platforms have no such beginning. */
export const isPseudonym = (id: string): boolean => id.startsWith('~')

/** A member of an account, or with '' the one whose account it is in direct messages, as one text. */
export const nameOf = (account: AccountId, member: string): string => `${account} ${member}`

/** Fields of an entry whose value is a member's id. */
const memberFields = ['actor', 'member']
/** Those whose value is one scope or more, as JSON. */
const scopeFields = ['scope', 'scopes']
const operator = 'operator'

type Swap = (account: AccountId, member: string) => string

/** The account with another id in place of the member's, if it is a member's own. */
const swapAccount = (account: AccountId, swap: Swap): string =>
  isPersonal(account) ? `${account.slice(0, account.indexOf('@') + 1)}${swap(account, '')}` : account

const swapScopes = (json: string, swapMember: (id: string) => string): string => {
  const parsed: unknown = parseJson(json)
  if (parsed === undefined) return json
  const one = (scope: unknown): unknown =>
    typeof scope === 'object' && scope !== null && 'kind' in scope && 'id' in scope && scope.kind === 'member'
      ? { kind: scope.kind, id: swapMember(String(scope.id)) }
      : scope
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(one) : one(parsed))
}

/** An entry with other ids for its members, and for the account if it is a member's own. */
export const swapMembers = ([id, fields]: StreamEntry, swap: Swap): StreamEntry => {
  const at = fields.findIndex((name, index) => index % 2 === 0 && name === 'account')
  const account = fields[at + 1] as AccountId | undefined
  if (at < 0 || account === undefined) return [id, fields]
  const swapMember = (member: string): string =>
    member === '' || member === operator ? member : swap(account, member)
  const swapped = fields.map((value, index) => {
    const name = index % 2 === 0 ? undefined : fields[index - 1]
    if (name === 'account') return swapAccount(account, swap)
    if (name !== undefined && memberFields.includes(name)) return swapMember(value)
    return name !== undefined && scopeFields.includes(name) && value !== ''
      ? swapScopes(value, swapMember)
      : value
  })
  return [id, swapped]
}
