import type { OwnKey } from '../../core/job/own-keys.ts'
import type { AlertsPlace, Pause } from '../../core/ledger/budget.ts'
import type { ExpiringBonus } from '../../core/ledger/overview.ts'
import type { Fact } from '../../core/message/message.ts'
import { inRow, pieceList } from '../../core/message/pieces.ts'
import { say } from '../../core/text/say.ts'
import { expiringFacts } from './expiring.ts'
import { pauseFact } from './words.ts'

/** What admins set for a server besides its limits. */
export interface ServerSettings {
  managers: readonly string[]
  blocked: readonly string[]
  pauses: readonly Pause[]
  expiring: readonly ExpiringBonus[]
  alerts: AlertsPlace | undefined
  isSponsoring: boolean
  ownKey: OwnKey | undefined
}

/** Lists members by the names that the platform shows; no fact if there are none. */
const memberFacts = (label: string, members: readonly string[]): Fact[] =>
  members.length === 0
    ? []
    : [
        {
          label,
          value: pieceList(members.map((id) => ({ kind: 'member', id }))),
        },
      ]

const alertsFacts = (alerts: AlertsPlace | undefined): Fact[] => {
  if (alerts === undefined) return []
  const channel = { kind: 'channel', id: alerts.channel } as const
  const weekly = alerts.isWeekly ? [say('weekly summary')] : []
  const refused = alerts.isRefused ? [say("I can't post there")] : []
  return [{ label: say('Alerts'), value: inRow([channel, ...weekly, ...refused], ' · ') }]
}

/** These settings, as far as there are any. */
export const settingsFacts = ({
  managers,
  blocked,
  pauses,
  expiring,
  alerts,
  isSponsoring,
  ownKey,
}: ServerSettings): Fact[] => [
  ...pauses.map(pauseFact),
  ...expiringFacts(expiring, true),
  ...alertsFacts(alerts),
  ...(isSponsoring ? [{ label: say('Sponsoring'), value: say('on') }] : []),
  ...(ownKey === undefined ? [] : [{ label: say('Paid with'), value: say('your own API key') }]),
  ...memberFacts(say('Budget managers'), managers),
  ...memberFacts(say('Blocked'), blocked),
]
