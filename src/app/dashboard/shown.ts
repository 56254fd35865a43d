import { shortHash } from '../../redis/keys.ts'
import type { ServerRow } from '../../redis/operator-servers.ts'

/** The field with what a page showed, by which a form of an old page is noticed. */
export const shownField = 'shown'

/** Whether a server can spend, and up to which ceiling. */
export const shownState = (server: Pick<ServerRow, 'state' | 'ceiling'> | undefined): string =>
  `${server?.state ?? 'not_allowed'} ${server?.ceiling ?? ''}`

/** The pause of everything, told from others by its notice: browsers may send a text back otherwise than they got it. */
export const shownPause = (notice: string | undefined): string =>
  notice === undefined ? 'none' : shortHash(notice)
