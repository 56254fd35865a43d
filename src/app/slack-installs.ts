import type { PageText } from '../bots/slack/setup/install.ts'
import type { Admission } from '../bots/slack/setup/keep-installation.ts'
import type { Installations } from '../core/installation.ts'
import type { LeftServers } from '../core/job/left-servers.ts'
import { type AccountId, platformOf } from '../core/target.ts'
import type { Config } from './config.ts'
import { html, pageText } from './html.ts'

/** Renders a page of the install flow. */
export const installPageText: PageText = ({ title, paragraphs, again }) =>
  pageText(html`<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}${
  again !== undefined && html`<p><a href="${again.url}">${again.label}</a></p>`
}`)

/** Any workspace can install the app unless OPERATOR_BLOCKED names it, or OPERATOR_SERVERS names only other ones. */
export const createAdmission =
  (
    { servers, blocked }: Pick<Config['operator'], 'servers' | 'blocked'>,
    isLetIn: (account: AccountId) => Promise<boolean>,
  ): Admission =>
  async (account) => {
    if (blocked.includes(account)) return 'blocked'
    const isLimited = servers !== 'any' && servers.some((listed) => platformOf(listed) === 'slack')
    return !isLimited || (await isLetIn(account)) ? 'admitted' : 'not_allowed'
  }

/** The same installations; a workspace that installs the app again is no longer one that removed it. */
export const withReturns = (
  installations: Installations,
  leftServers: Pick<LeftServers, 'returned'>,
): Installations => ({
  ...installations,
  async keep(installation) {
    // First, so that a crash in between leaves no installed workspace noted.
    await leftServers.returned(`slack:${installation.workspace}`)
    await installations.keep(installation)
  },
})
