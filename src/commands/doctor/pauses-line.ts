import type { BudgetState, Pause, PauseOf } from '../../core/ledger/budget.ts'
import { pausedEverywhereText } from '../../core/ledger/credits-text.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import type { DoctorLine } from './line.ts'

const pausedTexts = {
  server: declared('An admin has paused spending here. Resume it with /budget resume.'),
  channel: declared('An admin has paused spending in some channels. See them with /budget show.'),
  member: declared("An admin has paused some members' spending. See them with /budget show."),
} as const satisfies Record<PauseOf['kind'], string>

/** Says whether an admin paused spending here, or the operator everywhere. */
export const pausesLine = (pauses: readonly Pause[], { allowance }: BudgetState): DoctorLine => {
  const notice = allowance.status === 'allowed' ? allowance.paused : undefined
  const kinds = new Set(pauses.map(({ of }) => of.kind))
  return {
    label: say('Spending'),
    problems: [
      ...(notice === undefined ? [] : [pausedEverywhereText(notice)]),
      ...(['server', 'channel', 'member'] as const)
        .filter((kind) => kinds.has(kind))
        .map((kind) => sayDeclared(pausedTexts[kind])),
    ],
    fine: say('Not paused.'),
  }
}
